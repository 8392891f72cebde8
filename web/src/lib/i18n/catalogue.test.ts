import { expect, test } from 'vitest'
import { en, type Messages } from './en'
import { es } from './es'

const others: Record<string, Messages> = { es }
const values = (message: string): string[] => [...message.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '').sort()

test.each(Object.entries(others))('%s has the keys of English, no more and no fewer', (_, messages) => {
  expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort())
})

test.each(Object.entries(others))('%s uses the same values in each message', (_, messages) => {
  for (const [key, message] of Object.entries(en))
    expect([key, values(messages[key as keyof Messages])]).toEqual([key, values(message)])
})

test('no message is empty, and every "one" has its "other"', () => {
  for (const [key, message] of Object.entries(en)) expect([key, message.trim() !== '']).toEqual([key, true])
  for (const key of Object.keys(en)) if (key.endsWith('.other')) expect(en).toHaveProperty([key.replace(/other$/, 'one')])
})
