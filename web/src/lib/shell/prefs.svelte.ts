/** What a person prefers on this device. It never leaves the device. */
export interface Prefs {
  language: 'auto' | string
  theme: 'dark' | 'light'
  deck: 'two' | 'four'
  /** What is announced to a screen reader: everything, the player's own positions, or only answers. */
  announce: 'all' | 'own' | 'off'
  motion: 'auto' | 'off'
  /** Single keys as commands; off for people whose speech input would press them. */
  keys: boolean
  /** Whether the hint is asked for at every decision. */
  hints: boolean
}

export const DEFAULTS: Prefs = {
  language: 'auto',
  theme: 'dark',
  deck: 'two',
  announce: 'own',
  motion: 'auto',
  keys: true,
  hints: false,
}

const PLACE = 'queenhigh.prefs'

function kept(): Prefs {
  try {
    const text = localStorage.getItem(PLACE)
    return text ? { ...DEFAULTS, ...(JSON.parse(text) as Partial<Prefs>) } : { ...DEFAULTS }
  } catch {
    return { ...DEFAULTS }
  }
}

export const prefs = $state<Prefs>(kept())

/** Writes the preferences where the styles and the next visit find them. Called once, inside the root. */
export function applyPrefs(): void {
  $effect(() => {
    const root = document.documentElement
    root.dataset['theme'] = prefs.theme
    root.dataset['deck'] = prefs.deck
    root.dataset['motion'] = prefs.motion
    try {
      localStorage.setItem(PLACE, JSON.stringify(prefs))
    } catch {
      // Without storage the preferences last as long as the tab.
    }
  })
}

/** Whether nothing should move: by the system's setting or by choice here. */
export function still(): boolean {
  return prefs.motion === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches
}
