import { house } from './currency.svelte'

/** An amount as somebody types it, in hundredths; null if it is not one. The currency's sign and separators of thousands are
 *  ignored. */
export function cents(text: string): number | null {
  const { sign, decimals } = house.currency
  const plain = text.replaceAll(sign, '').replaceAll(/[,\s]/g, '').replace('−', '-')
  const found = /^([-+]?)(\d+)(?:\.(\d{1,2}))?$/.exec(plain)
  if (!found || (decimals === 0 && found[3])) return null
  const amount = Number(found[2]) * 100 + Number((found[3] ?? '').padEnd(2, '0'))
  if (!Number.isSafeInteger(amount)) return null
  return found[1] === '-' ? -amount : amount
}

/** Hundredths as somebody would type them. */
export function asTyped(amount: number): string {
  return amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2)
}
