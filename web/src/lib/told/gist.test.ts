import { expect, test } from 'vitest'
import { gist } from './gist'
import type { News } from '../wire'

const news = (event: string, text: string, clauses?: string[]): News =>
  ({ event, text, version: 1, round: 1, at: 0, by: { role: 'dealer', person: 'd' }, ...(clauses ? { clauses } : {}) }) as News

test('sentences of one kind and law are one thing', () => {
  const all = [news('voided', 'void', ['a']), news('returned', '$5 back', ['b']), news('returned', '$1 back', ['b'])]
  expect(gist(all)).toEqual([
    { texts: ['void'], clauses: ['a'], readings: [] },
    { texts: ['$5 back', '$1 back'], clauses: ['b'], readings: [] },
  ])
})

test('another law is another thing', () => {
  expect(gist([news('returned', 'x', ['a']), news('returned', 'y')])).toHaveLength(2)
})
