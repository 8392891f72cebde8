import { t, word, words } from './i18n/i18n.svelte'

const number = (digits: string): string => words.number(Number(digits.replaceAll(',', '')))

/** What a line of a paytable pays, in the person's language. The wire writes it as paytables are posted: `40 to 1`,
 *  `500 for 1`, `100% of major`, `$100,000`. */
export function paid(pays: string): string {
  const odds = /^([\d,]+) (to|for) (\d+)$/.exec(pays)
  if (odds) return t(odds[2] === 'to' ? 'pays.to' : 'pays.for', { won: number(odds[1] ?? ''), staked: odds[3] ?? '' })
  const share = /^([\d.]+)% of (\w+)$/.exec(pays)
  if (share) {
    const part = new Intl.NumberFormat(words.locale, { style: 'percent', maximumFractionDigits: 4 }).format(Number(share[1]) / 100)
    return t(share[2] === 'main' ? 'pays.meter' : 'pays.level', { share: part, level: word('level', share[2] ?? '') })
  }
  const flat = /^\$([\d,]+)(?:\.(\d\d))?$/.exec(pays)
  if (flat) return words.money(Number(flat[1]?.replaceAll(',', '')) * 100 + Number(flat[2] ?? 0))
  return pays
}
