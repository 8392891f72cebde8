/** Dollars as somebody types them, in cents; null if it is not an amount. Separators of thousands are ignored. */
export function dollars(text: string): number | null {
  const plain = text.replaceAll(/[$,\s]/g, '').replace('−', '-')
  const found = /^([-+]?)(\d+)(?:\.(\d{1,2}))?$/.exec(plain)
  if (!found) return null
  const cents = Number(found[2]) * 100 + Number((found[3] ?? '').padEnd(2, '0'))
  if (!Number.isSafeInteger(cents)) return null
  return found[1] === '-' ? -cents : cents
}

/** Cents as somebody would type them. */
export function inDollars(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
}
