import type { Offer } from '../../lib/wire'

/** Offers of one irregularity, or of one device. */
export interface Kind {
  kind: string
  /** Which messages have its words. */
  area: string
  offers: Offer[]
}

/** Reports by what is reported and settings by device, in the order in which they are offered. */
export function byKind(offers: readonly Offer[]): Kind[] {
  const kinds: Kind[] = []
  for (const offer of offers) {
    const [kind, area] =
      offer.do === 'report'
        ? [offer.what, 'dealer.irregular']
        : offer.do === 'set_device'
          ? [offer.device, 'dealer.device']
          : [offer.do, 'dealer.do']
    const found = kinds.find((one) => one.kind === kind)
    if (found) found.offers.push(offer)
    else kinds.push({ kind, area, offers: [offer] })
  }
  return kinds
}
