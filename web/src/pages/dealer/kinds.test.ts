import { expect, test } from 'vitest'
import type { Offer } from '../../lib/wire'
import { byKind } from './kinds'

test('reports go by what is reported, settings by device', () => {
  const offers = [
    { do: 'report', what: 'wrong_number', holder: { position: 1 } },
    { do: 'report', what: 'shoe_jam' },
    { do: 'report', what: 'wrong_number', holder: 'dealer' },
    { do: 'set_device', device: 'shoe', status: 'covered' },
  ] as unknown as Offer[]
  expect(byKind(offers).map(({ kind, offers: all }) => [kind, all.length])).toEqual([
    ['wrong_number', 2],
    ['shoe_jam', 1],
    ['shoe', 1],
  ])
})
