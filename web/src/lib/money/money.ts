/** Money in the person's locale. Amounts are whole cents everywhere; a cent is never a float until it is drawn. */
const formats = new Map<string, Intl.NumberFormat>()

function format(locale: string, whole: boolean, sign: boolean): Intl.NumberFormat {
  const name = `${locale} ${whole} ${sign}`
  let found = formats.get(name)
  if (!found) {
    found = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: whole ? 0 : 2,
      maximumFractionDigits: whole ? 0 : 2,
      signDisplay: sign ? 'exceptZero' : 'auto',
      // Spanish leaves 1234 ungrouped by default; amounts of money are always grouped.
      useGrouping: 'always',
    })
    formats.set(name, found)
  }
  return found
}

/** `$25`, `$1,306.20`: cents are shown only where there are some. */
export function money(cents: number, locale: string): string {
  return format(locale, cents % 100 === 0, false).format(cents / 100)
}

/** `+$25`, `−$10`. */
export function signedMoney(cents: number, locale: string): string {
  return format(locale, cents % 100 === 0, true).format(cents / 100)
}

/** A meter: always with cents, so that its width stays the same. */
export function meterMoney(cents: number, locale: string): string {
  return format(locale, false, false).format(cents / 100)
}

/** On a chip: `5`, `1K`, `25¢`. */
export function chipFigure(cents: number): string {
  if (cents < 100) return `${cents}¢`
  if (cents % 100_000 === 0) return `${cents / 100_000}K`
  return String(cents / 100)
}
