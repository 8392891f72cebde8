// Makes the pictures of the pages for the documentation: `npm run pictures`, or with another folder as argument.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { actOf, quickly } from './deal.mjs'
import { Casino, Client, house, sitDown } from './house.mjs'

const folder = process.argv[2] ?? fileURLToPath(new URL('../../docs/pictures', import.meta.url))
await mkdir(folder, { recursive: true })
const keep = (page, name) => page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 82 })
/** The same page again, in the light theme. */
const keepLight = async (page, name) => {
  await page.evaluate(() => (document.documentElement.dataset.theme = 'light'))
  await page.waitForTimeout(300)
  await keep(page, name)
}

/** An example house with its own look, and people who are waited for. */
async function dressed(code, automation, more = {}) {
  const look = await readFile(new URL(`../../houses/looks/${code}.toml`, import.meta.url), 'utf8')
  const text = await house(code, { automation: `${automation}\npace = "full"`, people: 'betting_seconds = 600\ndecision_seconds = 45', ...more })
  return `${text}\n${look}`
}

const casino = await Casino.open({
  houses: {
    // Physical cards, so that the settlement in the picture is always the same one.
    md14: await dressed('md14', 'dealer = "person"\nfloorperson = "person"', { cards: 'source = "observed"' }),
    // Dealt by the program, so that the player sees their own cards.
    ma: await dressed('ma', 'dealer = "person"'),
    sd: await dressed('sd', 'dealer = "person"'),
    tribal: await dressed('tribal', 'dealer = "robot"'),
    md2014: await dressed('md2014', 'dealer = "robot"'),
  },
})

const BETS = {
  1: ['ante', 'pair_plus', 'progressive'],
  2: ['ante', 'six_card_bonus'],
  5: ['ante', 'pair_plus'],
  6: ['ante', 'progressive'],
  7: ['ante', 'progressive'],
}
const NAMES = {
  md14: ['Marisol', 'Kenji', 'Dmitri', 'Ana', 'Tom'],
  ma: ['Noor', 'Ines', 'Otto', 'Yuki', 'Sam'],
  sd: ['Amara', 'Liam', 'Bea', 'Jonas', 'Lucia'],
}
const OWN = 4
const CARDS = { dealer: 'Kh 9d 2c', community: 'Js Ts', 1: 'As Ks Qs', 2: '4d 4h 9c', 4: '8s 8d 3h', 6: 'Ah 6c 6s', 7: '3d 5c 9h' }
const dealer = await casino.client('dealer')
const floor = await casino.client('floor')

/** A table with company, at the moment of the player's decision. */
async function company(table, page, keys) {
  const guests = {}
  if ((await dealer.view(table, 'dealer')).phase === 'shut') await floor.act(table, { do: 'open_table', float: 10_000_000 }, 'floorperson')
  const opened = async () => {
    for (;;) {
      const { next } = await dealer.view(table, 'dealer')
      if (!next) return
      if (next.by === 'dealer') await dealer.act(table, actOf(next), next.by)
      else if (next.by === 'floorperson') await floor.act(table, actOf(next), next.by)
    }
  }
  await opened()
  await sitDown(casino, page, table)
  await opened()
  for (const [i, [position, wagers]] of Object.entries(BETS).entries()) {
    guests[position] = await Client.guest(casino.address, table, Number(position), NAMES[table][i])
    for (const wager of wagers) {
      const amount = wager.includes('progressive') ? 100 : 2500
      await guests[position].act(table, { do: 'wager', position: Number(position), wager, amount }).catch(() => {})
    }
  }
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(250)
  }
  const decide = async (position) => {
    if (position === OWN) return
    const guest = guests[position]
    if ((await guest.view(table)).legal.some((offer) => offer.do === 'look')) await guest.act(table, { do: 'look', position })
    await guest.act(table, { do: 'decide', position, decision: position === 5 ? 'fold' : 'play' })
  }
  await quickly({ table, dealer, decide, stop: ({ turn }) => turn === OWN })
  const look = page.getByRole('button', { name: /^Look/ })
  await page.getByRole('button', { name: /^(Look|Play)/ }).first().waitFor()
  if (await look.count()) await look.click()
  await page.waitForTimeout(500)
  return decide
}

try {
  const visitor = await casino.visitor({ prefs: { deck: 'four' } })
  await company('sd', visitor, ['3', 'a', '2', 'p', 's', 'g'])
  await visitor.keyboard.press('h')
  await visitor.waitForTimeout(900)
  await keep(visitor, 'table')
  await keepLight(visitor, 'table-light')
  const phone = await casino.visitor({ width: 390, height: 844, prefs: { deck: 'four' } })
  await company('ma', phone, ['3', 'a', '2', 'p', 'c', 'g'])
  await phone.waitForTimeout(500)
  await keep(phone, 'table-phone')

  const other = await casino.visitor()
  const decide = await company('md14', other, ['3', 'a', '2', 'p', 's', 'g', 'v'])
  await other.keyboard.press('p')
  await quickly({ table: 'md14', dealer, cards: CARDS, decide, stop: ({ next }) => next?.do === 'settle' && next.position === OWN })
  for (const [name, visit] of [['dealer', { width: 1280, height: 800 }], ['dealer-light', { width: 1280, height: 800, prefs: { theme: 'light' } }], ['dealer-phone', { width: 390, height: 844 }]]) {
    const page = await casino.staff('dealer', visit)
    await page.goto(`${casino.address}/dealer/md14`)
    await page.locator('#next').waitFor()
    await page.waitForTimeout(600)
    await keep(page, name)
  }
  await keep(other, 'table-settled')
  await quickly({ table: 'md14', dealer, cards: CARDS, stop: ({ next }) => next?.by === 'floorperson' })
  for (const [name, visit] of [['floor', {}], ['floor-light', { prefs: { theme: 'light' } }], ['floor-phone', { width: 390, height: 844 }]]) {
    const page = await casino.staff('supervisor', visit)
    await page.goto(`${casino.address}/floor`)
    await page.locator('article').nth(4).waitFor()
    await page.waitForTimeout(600)
    if (name === 'floor') await page.keyboard.press('q')
    await page.waitForTimeout(600)
    await keep(page, name)
  }
  for (const [name, visit] of [['lobby', {}], ['lobby-light', { prefs: { theme: 'light' } }], ['lobby-phone', { width: 390, height: 844 }]]) {
    const page = await casino.visitor(visit)
    await page.goto(casino.address)
    await page.locator('article').nth(4).waitFor()
    await page.waitForTimeout(500)
    await keep(page, name)
  }
  for (const [name, visit] of [['display', { width: 1920, height: 1080 }], ['display-phone', { width: 390, height: 844 }]]) {
    const sign = await casino.visitor(visit)
    await sign.goto(`${casino.address}/display/ma`)
    await sign.locator('.meters').waitFor()
    await sign.waitForTimeout(1000)
    await keep(sign, name)
    if (name === 'display') await keepLight(sign, 'display-light')
  }
} finally {
  await casino.close()
}
