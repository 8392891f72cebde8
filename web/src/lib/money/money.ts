import { DOLLAR, house } from './currency.svelte'

/** Money in the person's locale and in the house's currency. Amounts are whole hundredths everywhere; one is never a float
 *  until it is drawn. */
const formats = new Map<string, Intl.NumberFormat>()

function format(locale: string, code: string, digits: number, sign: Sign): Intl.NumberFormat {
  const name = `${locale} ${code} ${digits} ${sign}`
  let found = formats.get(name)
  if (!found) {
    found = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: sign,
      // Spanish leaves 1234 ungrouped by default; amounts of money are always grouped.
      useGrouping: 'always',
    })
    formats.set(name, found)
  }
  return found
}

type Sign = 'auto' | 'exceptZero' | 'always'

/** An amount with so many digits after the point: the number as the locale has it, beside the house's own sign. */
function said(amount: number, locale: string, digits: number, sign: Sign = 'auto'): string {
  const { currency } = house
  const parts = format(locale, currency.code, digits, sign).formatToParts(amount)
  const own = currency.code === DOLLAR.code ? null : currency.sign
  return parts.map(({ type, value }) => (type === 'currency' && own ? own : value)).join('')
}

/** Units of the currency, and the digits to write: a currency without decimals shows no part of a unit. */
function shown(cents: number, always: boolean): [units: number, digits: number] {
  if (house.currency.decimals === 0) return [Math.trunc(cents / 100), 0]
  return [cents / 100, always || cents % 100 !== 0 ? 2 : 0]
}

/** `$25`, `$1,306.20`: cents are shown only where there are some. */
export function money(cents: number, locale: string): string {
  const [units, digits] = shown(cents, false)
  return said(units, locale, digits)
}

/** `+$25`, `−$10`. */
export function signedMoney(cents: number, locale: string): string {
  const [units, digits] = shown(cents, false)
  return said(units, locale, digits, 'exceptZero')
}

/** A meter: always with cents, so that its width stays the same. */
export function meterMoney(cents: number, locale: string): string {
  const [units, digits] = shown(cents, true)
  return said(units, locale, digits)
}

/** What a decision is worth, which is finer than any coin: `+$0.1234`. */
export function worthMoney(cents: number, locale: string): string {
  return said(cents / 100, locale, 4, 'always')
}

/** As the house prints it, whatever the reader's language: `$1,000`, `1,000 kr`. */
export function printedMoney(cents: number): string {
  const { sign, place } = house.currency
  const [units, digits] = shown(cents, false)
  const amount = units.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const space = place.endsWith('space') ? ' ' : ''
  return place.startsWith('before') ? `${sign}${space}${amount}` : `${amount}${space}${sign}`
}

/** On a chip: `5`, `1K`, `25¢`. */
export function chipFigure(cents: number): string {
  if (cents < 100) return house.currency.code === DOLLAR.code ? `${cents}¢` : String(cents / 100)
  if (cents % 100_000 === 0) return `${cents / 100_000}K`
  return String(cents / 100)
}
