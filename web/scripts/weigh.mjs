// Weighs the JavaScript that each page loads first, gzipped, and refuses a page that grew too heavy.
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const LIMIT_BYTES = 120_000
const assets = fileURLToPath(new URL('../dist/assets/', import.meta.url))
const sizes = new Map()
const texts = new Map()
for (const name of await readdir(assets)) {
  if (!name.endsWith('.js')) continue
  const text = await readFile(assets + name)
  sizes.set(name, gzipSync(text, { level: 9 }).length)
  texts.set(name, text.toString())
}

/** A file and all that it imports when it is loaded. */
function load(name, seen = new Set()) {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const [, other] of texts.get(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) load(other, seen)
  return seen
}

const entry = [...texts.keys()].find((name) => name.startsWith('index-'))
let heavy = false
for (const name of [...texts.keys()].filter((name) => name.includes('Page-')).sort()) {
  const all = load(name, load(entry))
  const bytes = [...all].reduce((sum, file) => sum + sizes.get(file), 0)
  heavy ||= bytes > LIMIT_BYTES
  console.log(`${name.replace(/-.*/, '').padEnd(14)} ${(bytes / 1000).toFixed(1).padStart(6)} kB gzip of JavaScript`)
}
if (heavy) {
  console.error(`a page loads more than ${LIMIT_BYTES / 1000} kB`)
  process.exit(1)
}
