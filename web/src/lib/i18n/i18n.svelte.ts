import { meterMoney, money, signedMoney, worthMoney } from '../money/money'
import { prefs } from '../shell/prefs.svelte'
import { clock, day } from '../told/when'
import type { Because, News, Pending, Posted, PostedLine, PostedRule, Waiting, Waits, What } from '../wire'
import { en, type MessageKey, type Messages } from './en'

/** Says in another language, from the values, what the server says in English. Null means a kind that the page does not know
 *  because the server is newer: then the server's own sentence is shown. */
export interface Teller {
  tell: (what: What) => string
  soon: (pending: Pending) => string
  why: (because: Because) => string | null
  posted: (says: Posted) => string | null
  waits: (what: Waits) => string | null
  hand: (line: PostedLine) => string
}

/** Why something is not done: from the server, or, without `why`, from the page itself. */
export interface Refusal {
  code: string
  refused: string
  why?: Because
  clauses?: string[]
  readings?: number[]
}

/** The languages. Another one needs a file of messages, a file that tells what the server says, and a line here. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-US', load: async (): Promise<Messages> => en, tell: async (): Promise<Teller | null> => null },
  es: {
    name: 'Español',
    locale: 'es-US',
    load: async (): Promise<Messages> => (await import('./es')).es,
    tell: async (): Promise<Teller | null> => await import('./tell.es'),
  },
} as const
export type Language = keyof typeof LANGUAGES

type Values = Record<string, string | number>

/** A message with its values filled in. */
export function fill(message: string, values: Values): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The best language for a list of preferences such as the browser's. */
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
  #tell = $state.raw<Teller | null>(null)

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

  t = (key: MessageKey, values: Values = {}): string => fill(this.#messages[key], values)

  /** The message for a word of the server's; the word itself where there is none. */
  word = (area: string, word: string): string => {
    const key = `${area}.${word}`
    return key in this.#messages ? this.#messages[key as MessageKey] : word.replaceAll(/[_-]/g, ' ')
  }

  /** One of two messages by a number: `key.one` or `key.other`. */
  n = (key: string, count: number, values: Values = {}): string => {
    const form = new Intl.PluralRules(this.locale).select(count) === 'one' ? 'one' : 'other'
    return fill(this.#messages[`${key}.${form}` as MessageKey], { n: this.number(count), ...values })
  }

  /** An event as a sentence. */
  told = (news: News): string => this.#tell?.tell(news.what) ?? news.text

  /** What will happen automatically, as a phrase. */
  soon = (pending: Pending): string => this.#tell?.soon(pending) ?? pending.text

  /** Why something is not done, as a sentence. */
  why = (refusal: Refusal): string => (refusal.why && this.#tell?.why(refusal.why)) ?? refusal.refused

  /** A rule of the placard. The text of a regulation stays in English. */
  rule = (rule: PostedRule): string => (rule.says && this.#tell?.posted(rule.says)) ?? rule.text

  /** Whether a rule is in the page's language. */
  speaks = (rule: PostedRule): boolean => this.#tell === null || rule.says != null

  /** What waits for the staff, where it is not an act. */
  waits = (waiting: Waiting): string => this.#tell?.waits(waiting.what) ?? waiting.text

  /** The hand of a paytable's line. */
  hand = (line: PostedLine): string => this.#tell?.hand(line) ?? line.hand

  number = (value: number): string => new Intl.NumberFormat(this.locale).format(value)
  money = (cents: number): string => money(cents, this.locale)
  signed = (cents: number): string => signedMoney(cents, this.locale)
  worth = (cents: number): string => worthMoney(cents, this.locale)
  meter = (cents: number): string => meterMoney(cents, this.locale)
  clock = (moment: number): string => clock(moment, this.locale)
  day = (moment: number): string => day(moment, this.locale)
}

export const words = new Words()
export const { t, n, word, told } = words
