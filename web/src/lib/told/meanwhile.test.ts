import { expect, test } from 'vitest'
import { LISTED, listed } from './meanwhile'
import type { News } from '../wire'

const at = (version: number, event: string, position?: number): News => ({ version, position, what: { event, position } }) as unknown as News

test('what concerns the player is listed first, however much came after it', () => {
  const news = [at(1, 'time_ran_out', 4), at(2, 'decided', 4), at(3, 'decided', 2), ...Array.from({ length: 20 }, (_, i) => at(4 + i, 'dealt', 4))]
  const { own, rest } = listed(news, [4])
  expect(own.map(({ version }) => version)).toEqual([1, 2])
  expect(own.length + rest.length).toBe(LISTED)
  expect(rest.at(-1)?.version).toBe(23)
})

test('all of it is listed, even where that is much; staff see the latest', () => {
  const news = Array.from({ length: 12 }, (_, i) => at(i, 'settled', 1 + (i % 2)))
  expect(listed(news, [1, 2])).toEqual({ own: news, rest: [] })
  expect(listed(news, []).own).toEqual([])
  expect(listed(news, []).rest.map(({ version }) => version)).toEqual([4, 5, 6, 7, 8, 9, 10, 11])
})
