import { t, word, words } from '../i18n/i18n.svelte'
import type { Level, Payment } from '../wire'

const number = (digits: string | undefined): number => Number(digits?.replaceAll(',', '') ?? 0)

/** Reads a payment from a settlement line, where it is written as in the paytable: `40 to 1`, `500 for 1`,
 *  `100% of major`, `$100,000`. */
function read(pays: string): Payment | null {
  const odds = /^([\d,]+) (to|for) (\d+)$/.exec(pays)
  if (odds) return { kind: odds[2] as 'to' | 'for', won: number(odds[1]), staked: number(odds[3]) }
  const share = /^([\d.]+)% of (\w+)$/.exec(pays)
  if (share) return { kind: 'of_meter', share: Math.round(Number(share[1]) * 10_000), level: share[2] as Level }
  const flat = /^\$([\d,]+)(?:\.(\d\d))?$/.exec(pays)
  return flat ? { kind: 'flat', amount: number(flat[1]) * 100 + number(flat[2]) } : null
}

/** What a line of a paytable pays, in the person's language; a settlement line says beside it what its meter is called. */
export function paid(pays: Payment | string | null, meter?: string | null): string {
  if (typeof pays === 'string') return paid(read(pays), meter)
  switch (pays?.kind) {
    case undefined:
      return '–'
    case 'to':
    case 'for':
      return t(`pays.${pays.kind}`, { won: words.number(pays.won), staked: pays.staked })
    case 'of_meter': {
      const share = new Intl.NumberFormat(words.locale, { style: 'percent', maximumFractionDigits: 4 }).format(pays.share / 1e6)
      const name = pays.name ?? meter
      return t(pays.level === 'main' && !name ? 'pays.meter' : 'pays.level', { share, level: name ?? word('level', pays.level) })
    }
    case 'flat':
      return words.money(pays.amount)
  }
}
