import { expect, test } from 'vitest'
import { actOf, asked, filled, grouped, isPlain, offerOf } from './offers'
import type { Field, Group, NextView, Offer } from '../wire'

const offer = (act: object, fields: Field[] = [], group: Group = 'steps'): Offer => ({ ...act, group, fields }) as unknown as Offer
const text = (field: string): Field => ({ field, kind: 'text', max: 12 })

test('an offer without a free field is its act', () => {
  const plain = { ...offer({ do: 'no_more_bets' }), step: 'no_more_bets', confirm: true, foresee: true } as Offer
  expect(isPlain(plain)).toBe(true)
  expect(filled(plain, {})).toEqual({ do: 'no_more_bets' })
})

test('an amount must lie within its bounds and steps, and goes where the act has it', () => {
  const open = offer({ do: 'open_table', float: 1 }, [{ field: 'float', kind: 'amount', min: 100, max: 1000, step: 100, except: 300 }])
  expect(filled(open, { float: 200 })).toEqual({ do: 'open_table', float: 200 })
  for (const float of [0, 150, 300, 1100, null, 200.5, '200']) expect(filled(open, { float })).toBeNull()
})

test('a number goes where the act has it', () => {
  const collect = offer({ do: 'collect', chips: 0 }, [{ field: 'chips', kind: 'number', min: 0, max: 14 }])
  expect(filled(collect, { chips: 3 })).toEqual({ do: 'collect', chips: 3 })
  expect(filled(collect, { chips: 15 })).toBeNull()
})

test('a text is trimmed, required, and limited in length', () => {
  const ruling = offer({ do: 'ruling', text: '…' }, [text('text')])
  expect(filled(ruling, { text: '  stands ' })).toEqual({ do: 'ruling', text: 'stands' })
  for (const words of ['  ', 'x'.repeat(13), 'ñ'.repeat(7)]) expect(filled(ruling, { text: words })).toBeNull()
})

test('there are as many cards as the field wants, and one card is not a list', () => {
  const reveal = offer({ do: 'reveal', position: 2 }, [{ field: 'cards', kind: 'cards', count: 3 }])
  expect(filled(reveal, { cards: ['As', 'Kd'] })).toBeNull()
  expect(filled(reveal, { cards: ['As', 'Kd', '2c'] })).toEqual({ do: 'reveal', position: 2, cards: ['As', 'Kd', '2c'] })
  const report = offer({ do: 'report', what: 'card_face_up' }, [{ field: 'card', kind: 'card' }])
  expect(filled(report, { card: ['As'] })).toEqual({ do: 'report', what: 'card_face_up', card: 'As' })
})

test('what the house fills in is not asked for', () => {
  const deal = offer({ do: 'deal', cards: 1 }, [
    { field: 'cards', kind: 'number', min: 1, max: 9 },
    { field: 'read', kind: 'read', each: 3 },
  ])
  expect(asked(deal).map(({ field }) => field)).toEqual(['cards'])
  expect(filled(deal, { cards: 3 })).toEqual({ do: 'deal', cards: 3 })
})

test('every field must be filled', () => {
  const amount: Field = { field: 'amount', kind: 'amount', min: -500, max: 500, step: 1, except: 0 }
  const propose = offer({ do: 'propose_meter', wager: 'progressive', level: 'main', amount: 1, reason: '…' }, [amount, text('reason')])
  expect(filled(propose, { amount: -5, reason: 'twice' })).toMatchObject({ amount: -5, reason: 'twice' })
  expect(filled(propose, { amount: 0, reason: 'x' })).toBeNull()
  expect(filled(propose, { amount: 5 })).toBeNull()
})

test('the next step finds its offer whatever is free in it', () => {
  const next = { do: 'collect', chips: 3, by: 'dealer', step: 'collect' } as NextView
  const legal = [offer({ do: 'lock_out' }), offer({ do: 'collect', chips: 0 }, [{ field: 'chips', kind: 'number', min: 0, max: 14 }])]
  expect(offerOf(next, legal)).toBe(legal[1])
  expect(actOf(next)).toEqual({ do: 'collect', chips: 3 })
  const stub = { do: 'count_stub', cards: 40, misdealt: false, short: false, by: 'dealer' } as NextView
  const counts = [true, false].map((misdealt) =>
    offer({ do: 'count_stub', cards: 39, misdealt }, [{ field: 'cards', kind: 'number', min: 0, max: 60 }]),
  )
  expect(offerOf(stub, counts)).toBe(counts[1])
  expect(offerOf({ do: 'reveal', position: 3, by: 'dealer' } as NextView, [offer({ do: 'reveal', position: 4 })])).toBeNull()
})

test('offers are grouped in the order asked for, without empty groups', () => {
  const legal = [offer({ do: 'report', what: 'shoe_jam' }, [], 'irregular'), offer({ do: 'lock_out' }, [], 'keypad'), offer({ do: 'end_round' })]
  expect(grouped(legal, ['steps', 'keypad', 'money', 'irregular']).map(({ group }) => group)).toEqual([
    'steps',
    'keypad',
    'irregular',
  ])
})
