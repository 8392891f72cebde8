import { expect, test } from 'vitest'
import { outcome } from './asked'
import type { News } from '../wire'

const at = (version: number, event: string): News => ({ version, what: { event } }) as unknown as News

test('what became of a request to void the round', () => {
  expect(outcome([at(5, 'held'), at(8, 'voided'), at(9, 'round_begun')], 7, 100, 50)).toBe('approved')
  expect(outcome([at(5, 'voided'), at(8, 'resumed')], 7, 100, 50)).toBe('declined')
  expect(outcome([at(5, 'held')], 7, 100, 100)).toBe('late')
})
