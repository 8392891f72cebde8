import type { CurrencyCard } from '../wire'

/** The currency of a house that names no other. */
export const DOLLAR: CurrencyCard = {
  code: 'USD',
  sign: '$',
  place: 'before',
  decimals: 2,
  chips: [1, 5, 25, 100, 500, 2_500, 10_000, 50_000, 100_000],
}

/** The currency of the house, by the server's word. */
class HouseMoney {
  currency = $state.raw<CurrencyCard>(DOLLAR)
}

export const house = new HouseMoney()
