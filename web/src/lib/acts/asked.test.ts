import { expect, test } from 'vitest'
import { outcome } from './asked'
import type { News } from '../wire'

const at = (version: number, event: string): News => ({ version, what: { event } }) as unknown as News

test('what became of a request to void the round', () => {
  expect(outcome([at(5, 'held'), at(8, 'voided'), at(9, 'round_begun')], 7, 100, 50)).toBe('approved')
  expect(outcome([at(5, 'voided'), at(8, 'resumed')], 7, 100, 50)).toBe('declined')
  expect(outcome([at(5, 'held')], 7, 100, 100)).toBe('late')
})

test('what became of a request to take one hand out of the round', () => {
  const ruled = (remedy: string): News => ({ version: 8, what: { event: 'irregular', remedy } }) as unknown as News
  expect(outcome([ruled('void_hand')], 7, 100, 50)).toBe('hand')
  expect(outcome([ruled('forfeit_hand')], 7, 100, 50)).toBe('hand')
  expect(outcome([ruled('hold')], 7, 100, 50)).toBe('declined')
})
