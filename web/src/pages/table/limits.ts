import { cents } from '../../lib/money/typed'
import type { Limits } from '../../lib/wire'

/** The limits in the order in which they are shown; two are money, the others minutes. */
export const KEYS = ['loss_day', 'loss_sitting', 'minutes_day', 'minutes_sitting', 'reminder_minutes'] as const
export type Key = (typeof KEYS)[number]
export type Typed = Record<Key, string>

export const isMoney = (key: Key): boolean => key.startsWith('loss')

/** A limit as it is typed; empty for none. */
export function typed(limits: Limits): Typed {
  const text = (key: Key): string => {
    const value = limits[key]
    if (value == null) return ''
    return isMoney(key) ? String(value / 100) : String(value)
  }
  return Object.fromEntries(KEYS.map((key) => [key, text(key)])) as Typed
}

/** The limits that were typed; null if one of them is not valid. */
export function limitsOf(texts: Typed): Limits | null {
  const limits: Limits = {}
  for (const key of KEYS) {
    const text = texts[key].trim()
    if (!text) continue
    const value = isMoney(key) ? cents(text) : /^\d{1,4}$/.test(text) ? Number(text) : null
    if (value === null || value < 0) return null
    limits[key] = value
  }
  return limits
}
