import { expect, test } from 'vitest'
import { limitsOf, typed } from './limits'

const NOTHING = typed({})

test('what is typed comes back as it was set', () => {
  const limits = { loss_day: 5050, minutes_sitting: 90 }
  expect(limitsOf(typed(limits))).toEqual(limits)
  expect(limitsOf(NOTHING)).toEqual({})
  expect(limitsOf({ ...NOTHING, loss_day: '$1,000' })).toEqual({ loss_day: 100000 })
})

test('what is not a limit is refused', () => {
  expect(limitsOf({ ...NOTHING, loss_day: 'much' })).toBeNull()
  expect(limitsOf({ ...NOTHING, loss_sitting: '-5' })).toBeNull()
  expect(limitsOf({ ...NOTHING, minutes_day: '1.5' })).toBeNull()
})
