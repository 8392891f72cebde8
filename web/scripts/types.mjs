// Writes src/lib/wire.ts from schema/wire.json, the schema that `queenhigh schema wire` prints.
// With --check nothing is written: a file that is not what the schema gives is an error.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compile } from 'json-schema-to-typescript'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** The schema in the words that the generator knows: a reference stands alone, or its type would be written out once
 *  more under another name; a tuple is a list of items. */
function plain(schema) {
  if (Array.isArray(schema)) return schema.map(plain)
  if (typeof schema !== 'object' || schema === null) return schema
  if (typeof schema.$ref === 'string') {
    const { $ref, description: _, default: __, ...more } = schema
    return more.properties ? { allOf: [{ $ref }, plain(more)] } : { $ref }
  }
  const { prefixItems, ...rest } = schema
  const all = prefixItems ? { ...rest, items: prefixItems, additionalItems: false } : rest
  return Object.fromEntries(Object.entries(all).map(([name, part]) => [name, plain(part)]))
}

const schema = plain(JSON.parse(await readFile(process.env.WIRE_SCHEMA ?? here('../schema/wire.json'), 'utf8')))
const written = await compile(schema, 'Wire', {
  additionalProperties: false,
  unreachableDefinitions: true,
  bannerComment:
    '/* What goes over the wire. `npm run types` writes this file from schema/wire.json; do not edit it by hand. */',
  style: { semi: false, singleQuote: true, printWidth: 120 },
})
// Who refers to a type is noise in a file of types.
const text = written
  .replaceAll(/\/\*\*\n \* This interface was referenced by [^\n]*\n \* via the `definition` [^\n]*\n \*\/\n/g, '')
  .replaceAll(/\n \*\n \* This interface was referenced by [^\n]*\n \* via the `definition` [^\n]*/g, '')

const target = process.env.WIRE_TARGET ?? here('../src/lib/wire.ts')
if (process.argv.includes('--check')) {
  if ((await readFile(target, 'utf8')) !== text) {
    console.error('src/lib/wire.ts is not what schema/wire.json gives: run `npm run types` and look at the difference')
    process.exit(1)
  }
} else {
  await writeFile(target, text)
}
