import { expect, test } from 'vitest'
import type { News } from '../../lib/wire'
import { DEAL_STEP_MS, dealTimes, startOf } from './motion'

const dealt = (position?: number): News =>
  ({ event: 'dealt', ...(position === undefined ? {} : { position }) }) as unknown as News

test('cards start in the order in which they were dealt', () => {
  const times = dealTimes([dealt(1), dealt(4), dealt(), dealt(1), dealt(4), dealt()])
  expect(startOf(times, '1', 0, 2)).toBe(0)
  expect(startOf(times, '4', 0, 2)).toBe(DEAL_STEP_MS)
  expect(startOf(times, 'house', 1, 2)).toBe(5 * DEAL_STEP_MS)
})

test('only new cards move', () => {
  const times = dealTimes([dealt(1)])
  expect(startOf(times, '1', 0, 3)).toBeNull()
  expect(startOf(times, '1', 2, 3)).toBe(0)
  expect(startOf(times, '2', 0, 1)).toBeNull()
})
