import { expect, test } from 'vitest'
import { actOf, filled, grouped, isPlain, offerOf, wanted } from './offers'
import type { NextView, Offer } from './wire'

const offer = (act: object, free: object = { choose: 'nothing' }): Offer => ({ ...act, free }) as unknown as Offer

test('an offer without a choice is its act', () => {
  const plain = offer({ do: 'no_more_bets' })
  expect(isPlain(plain)).toBe(true)
  expect(filled(plain, {})).toEqual({ do: 'no_more_bets' })
})

test('an amount must lie within its bounds and steps', () => {
  const fill = offer({ do: 'fill', amount: 1 }, { choose: 'amount', min: 100, max: 1000, step: 100, except: 300 })
  expect(filled(fill, { amount: 200 })).toEqual({ do: 'fill', amount: 200 })
  for (const amount of [0, 150, 300, 1100, null, 200.5]) expect(filled(fill, { amount })).toBeNull()
  const open = offer({ do: 'open_table', float: 1 }, { choose: 'amount', min: 1, max: 9999, step: 1, except: 0 })
  expect(filled(open, { amount: 5000 })).toEqual({ do: 'open_table', float: 5000 })
})

test('a number goes where the act has it', () => {
  const collect = offer({ do: 'collect', chips: 0 }, { choose: 'number', min: 0, max: 14 })
  expect(filled(collect, { number: 3 })).toEqual({ do: 'collect', chips: 3 })
  expect(filled(collect, { number: 15 })).toBeNull()
  const cut = offer({ do: 'cut', deck: 1, cards: 10 }, { choose: 'number', min: 10, max: 42 })
  expect(filled(cut, { number: 26 })).toEqual({ do: 'cut', deck: 1, cards: 26 })
})

test('words are trimmed and must be there', () => {
  const ruling = offer({ do: 'ruling', text: '…' }, { choose: 'text' })
  expect(filled(ruling, { text: '  stands ' })).toEqual({ do: 'ruling', text: 'stands' })
  expect(filled(ruling, { text: '  ' })).toBeNull()
  const pay = offer({ do: 'hand_pay', position: 2, wager: 'progressive', document: '…' }, { choose: 'text' })
  expect(filled(pay, { text: 'W-7' })).toMatchObject({ document: 'W-7' })
})

test('cards are as many as the hand has', () => {
  const reveal = offer({ do: 'reveal', position: 2 }, { choose: 'cards' })
  expect(wanted(reveal)).toEqual({ cards: 3 })
  expect(filled(reveal, { cards: ['As', 'Kd'] })).toBeNull()
  expect(filled(reveal, { cards: ['As', 'Kd', '2c'] })).toEqual({ do: 'reveal', position: 2, cards: ['As', 'Kd', '2c'] })
  expect(wanted(offer({ do: 'reveal_community' }, { choose: 'cards' }))).toEqual({ cards: 2 })
  const report = offer({ do: 'report', what: 'card_face_up' }, { choose: 'cards' })
  expect(filled(report, { cards: ['As'] })).toEqual({ do: 'report', what: 'card_face_up', card: 'As' })
})

test('a correction of a meter is signed and has a reason', () => {
  const propose = offer(
    { do: 'propose_meter', wager: 'progressive', level: 'main', amount: 1, reason: '…' },
    { choose: 'correction', min: -500, max: 500 },
  )
  expect(filled(propose, { amount: -5, text: 'counted twice' })).toMatchObject({ amount: -5, reason: 'counted twice' })
  expect(filled(propose, { amount: 0, text: 'x' })).toBeNull()
})

test('the next step finds its offer whatever is free in it', () => {
  const next = { do: 'collect', chips: 3, by: 'dealer' } as NextView
  const legal = [offer({ do: 'lock_out' }), offer({ do: 'collect', chips: 0 }, { choose: 'number', min: 0, max: 14 })]
  expect(offerOf(next, legal)).toBe(legal[1])
  expect(actOf(next)).toEqual({ do: 'collect', chips: 3 })
  const stub = { do: 'count_stub', cards: 40, misdealt: false, short: false, by: 'dealer' } as NextView
  const counts = [true, false].map((misdealt) =>
    offer({ do: 'count_stub', cards: 40, misdealt }, { choose: 'number', min: 0, max: 60 }),
  )
  expect(offerOf(stub, counts)).toBe(counts[1])
  expect(offerOf({ do: 'reveal', position: 3, by: 'dealer' } as NextView, [offer({ do: 'reveal', position: 4 })])).toBeNull()
})

test('offers are grouped in the order asked for, without empty groups', () => {
  const legal = [offer({ do: 'report', what: 'shoe_jam' }), offer({ do: 'lock_out' }), offer({ do: 'end_round' })]
  expect(grouped(legal, ['steps', 'keypad', 'money', 'irregular']).map(({ group }) => group)).toEqual([
    'steps',
    'keypad',
    'irregular',
  ])
})
