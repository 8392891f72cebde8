// Makes the pictures of the pages for the documentation: `npm run pictures`, or with another folder as argument.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Casino, headline, sitDown } from './house.mjs'

const folder = process.argv[2] ?? fileURLToPath(new URL('../../docs/pictures', import.meta.url))
await mkdir(folder, { recursive: true })
const casino = await Casino.open()
const keep = (page, name) => page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 86 })

/** A table at the moment of the decision, with all bets on it. */
async function table(name, id, visitor) {
  const page = await casino.visitor(visitor)
  await sitDown(casino, page, id)
  await headline(page, /Place your bets/)
  for (const key of ['3', 'a', '2', 'p', 's', 'g', 'v']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(300)
  }
  await headline(page, /Your decision/)
  await page.keyboard.press('l')
  await page.waitForTimeout(600)
  await page.keyboard.press('h')
  await page.waitForTimeout(900)
  await keep(page, name)
}

/** Somebody of the staff, come in by the one-time link. */
async function staff(name, path, who, visitor) {
  const page = await casino.visitor(visitor)
  const link = casino.said.split('\n').find((line) => line.trim().startsWith(who))
  await page.goto(casino.address + '/welcome' + link.slice(link.indexOf('#')))
  await page.getByRole('button').first().waitFor()
  await page.evaluate(async (token) => {
    await fetch('/api/v1/link', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token }) })
  }, link.slice(link.indexOf('#') + 1).trim())
  await page.goto(casino.address + path)
  await page.waitForTimeout(45_000)
  await keep(page, name)
}

/** The sign at a table. */
async function display(name, path) {
  const page = await casino.visitor({ width: 1920, height: 1080 })
  await page.goto(casino.address + path)
  await page.waitForTimeout(5_000)
  await keep(page, name)
}

try {
  const page = await casino.visitor()
  await page.goto(casino.address)
  await page.locator('article').nth(4).waitFor()
  await page.waitForTimeout(500)
  await keep(page, 'lobby')
  await Promise.all([
    staff('floor', '/floor', 'supervisor', {}),
    staff('dealer', '/dealer/md14', 'dealer', { width: 1280, height: 800 }),
    display('display', '/display/ma'),
    table('table', 'md14', { prefs: { deck: 'four' } }),
    table('table-phone', 'ma', { width: 390, height: 844, prefs: { deck: 'four' } }),
  ])
} finally {
  await casino.close()
}
