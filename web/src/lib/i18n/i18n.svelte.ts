import { meterMoney, money, signedMoney } from '../money'
import { prefs } from '../prefs.svelte'
import { clock, day } from '../when'
import type { News, Pending, What } from '../wire'
import { en, type MessageKey, type Messages } from './en'

/** What an event is told by; the server itself tells it in English. */
interface Tell {
  tell: (what: What) => string
  soon: (pending: Pending) => string
}

/** The languages: a further one is two files beside these, the messages and the events, and a line here. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-US', load: async (): Promise<Messages> => en, tell: async (): Promise<Tell | null> => null },
  es: {
    name: 'Español',
    locale: 'es-US',
    load: async (): Promise<Messages> => (await import('./es')).es,
    tell: async (): Promise<Tell | null> => await import('./events.es'),
  },
} as const
export type Language = keyof typeof LANGUAGES

type Values = Record<string, string | number>

/** A message with its values filled in. */
export function fill(message: string, values: Values): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The language for a list of wishes such as the browser's. */
export function choose(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const code = wish.toLowerCase().split('-')[0]
    if (code && code in LANGUAGES) return code as Language
  }
  return 'en'
}

class Words {
  language = $state<Language>('en')
  #messages = $state.raw<Messages>(en)
  #tell = $state.raw<Tell | null>(null)

  get locale(): string {
    return LANGUAGES[this.language].locale
  }

  async use(language: Language): Promise<void> {
    const [messages, tell] = await Promise.all([LANGUAGES[language].load(), LANGUAGES[language].tell()])
    this.#messages = messages
    this.#tell = tell
    this.language = language
    document.documentElement.lang = language
  }

  /** Follows the preference. Called once, inside the root. */
  follow(): void {
    $effect(() => {
      const wish = prefs.language === 'auto' ? navigator.languages : [prefs.language]
      void this.use(choose(wish))
    })
  }

  /** A message. */
  t = (key: MessageKey, values: Values = {}): string => fill(this.#messages[key], values)

  /** A message by a word of the server; the word itself where the catalogue does not know it. */
  word = (area: string, word: string): string => {
    const key = `${area}.${word}`
    return key in this.#messages ? this.#messages[key as MessageKey] : word.replaceAll(/[_-]/g, ' ')
  }

  /** One of two messages by a number: `key.one` or `key.other`. */
  n = (key: string, count: number, values: Values = {}): string => {
    const form = new Intl.PluralRules(this.locale).select(count) === 'one' ? 'one' : 'other'
    return fill(this.#messages[`${key}.${form}` as MessageKey], { n: this.number(count), ...values })
  }

  /** An event in a sentence. */
  told = (news: News): string => this.#tell?.tell(news.what) ?? news.text

  /** What will happen by itself, as a phrase. */
  soon = (pending: Pending): string => this.#tell?.soon(pending) ?? pending.text

  number = (value: number): string => new Intl.NumberFormat(this.locale).format(value)
  money = (cents: number): string => money(cents, this.locale)
  signed = (cents: number): string => signedMoney(cents, this.locale)
  meter = (cents: number): string => meterMoney(cents, this.locale)
  clock = (moment: number): string => clock(moment, this.locale)
  day = (moment: number): string => day(moment, this.locale)
}

export const words = new Words()
export const { t, n, word, told } = words
