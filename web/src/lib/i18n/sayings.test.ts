import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import type { Because, Posted, Waits } from '../wire'

// The page's root is where the language is written; these tests have no page.
vi.stubGlobal('document', { documentElement: {} })
const { LANGUAGES, words } = await import('./i18n.svelte')

interface Schema {
  $ref?: string
  type?: string | string[]
  const?: string
  enum?: unknown[]
  oneOf?: Schema[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}
const defs = (JSON.parse(readFileSync(new URL('../../../schema/wire.json', import.meta.url), 'utf8')) as { $defs: Record<string, Schema> }).$defs

const resolved = (schema: Schema): Schema => {
  const name = schema.$ref?.replace('#/$defs/', '')
  return name ? resolved(defs[name] ?? {}) : schema
}

/** Everything that a value of the wire can be, as far as a sentence could tell it apart: every word, one and many. */
function samples(part: Schema): unknown[] {
  const schema = resolved(part)
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum) return schema.enum
  const either = schema.oneOf ?? schema.anyOf
  if (either) return either.flatMap(samples)
  const types = [schema.type ?? 'object'].flat()
  return types.flatMap((type): unknown[] => {
    if (type === 'null') return [null]
    if (type === 'boolean') return [true, false]
    if (type === 'integer' || type === 'number') return [1, 7]
    if (type === 'string') return ['Zed']
    if (type === 'array') return [[], samples(schema.items ?? {}).slice(0, 3)]
    return objects(schema)
  })
}

/** One object for each value of each of its parts. */
function objects({ properties = {} }: Schema): object[] {
  const parts = Object.entries(properties).map(([name, part]) => [name, samples(part)] as const)
  const first = Object.fromEntries(parts.map(([name, values]) => [name, values[0]]))
  return [first, ...parts.flatMap(([name, values]) => values.slice(1).map((value) => ({ ...first, [name]: value })))]
}

const kinds = (name: string): string[] => (defs[name]?.oneOf ?? []).map((variant) => variant.properties?.['kind']?.const ?? '')
const of = (name: string): object[] => (defs[name]?.oneOf ?? []).flatMap(objects)

test('no kind is both a table’s and the house’s', () => {
  const all = [...kinds('TableRefusal'), ...kinds('HouseRefusal')]
  expect(all.length).toBeGreaterThan(190)
  expect(new Set(all).size).toBe(all.length)
  expect(all).not.toContain('')
})

const others = Object.entries(LANGUAGES).filter(([code]) => code !== 'en')
/** What would be English in a sentence of another language, or no sentence at all. */
const WRONG = /\[object|_|\b(undefined|null|NaN|the|and|not|with|first|player|dealer|cards?|deck|wagers?|round|table|is|out of)\b/i

test.each(others)('%s says every refusal, rule and warning that the wire has', async (code, language) => {
  const teller = await language.tell()
  expect(teller).not.toBeNull()
  await words.use(code as keyof typeof LANGUAGES)
  const said: [string, object, string | null | undefined][] = [
    ...[...of('TableRefusal'), ...of('HouseRefusal')].map((why) => ['why', why, teller?.why(why as Because)] as [string, object, string]),
    ...of('Posted').map((says) => ['posted', says, teller?.posted(says as Posted)] as [string, object, string]),
    ...of('Waits').map((what) => ['waits', what, teller?.waits(what as Waits)] as [string, object, string]),
  ]
  await words.use('en')
  expect(said.length).toBeGreaterThan(300)
  for (const [where, what, sentence] of said) {
    const told = sentence?.replaceAll(/--people-key|X-Csrf-Token|Authorization: Bearer|\. _ -/g, '')
    expect([where, what, told && !WRONG.test(told) ? 'said' : told]).toEqual([where, what, 'said'])
  }
})

test('English sentences are the server’s, and a kind that the page does not know is said in them', async () => {
  const refusal = { code: 'refused', refused: 'the minimum is $10', why: { kind: 'below_minimum', min: 1000 } as Because }
  const unknown = { ...refusal, why: { kind: 'made_up' } as unknown as Because }
  expect(words.why(refusal)).toBe('the minimum is $10')
  await words.use('es')
  expect(words.why(refusal)).toBe('el mínimo es $10')
  expect(words.why({ ...refusal, why: { kind: 'meter', why: { kind: 'not_held', pot: 'reserve', wanted: 123_450_000_000, held: 0 } } })).toBe(
    'han de salir $1,234.50 del contador de reserva, que tiene $0',
  )
  expect(words.why({ ...refusal, why: { kind: 'loss_limit', of: 'day', limit: 2500 } })).toContain('hoy más que su límite de $25')
  expect(words.why(unknown)).toBe('the minimum is $10')
  expect(words.why({ code: '502', refused: 'sin respuesta' })).toBe('sin respuesta')
  await words.use('en')
})
