// A game that is held: from the moment the dealer begins to report something until it is ruled on, nobody's time runs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { quickly } from './deal.mjs'
import { approve, ask, Casino, decline, headline, house, until, violations } from './house.mjs'

/** Enough to press a key on a slow machine, and less than the game is then held. */
const SECONDS = 5
const HELD_MS = 8_000
const TABLE = 'md14'

/** @type {Casino} */
let casino
let dealer, console_, floor, display, players
before(async () => {
  const people = `betting_seconds = 600\ndecision_seconds = ${SECONDS}`
  casino = await Casino.open({ houses: { [TABLE]: await house('md14', { automation: 'dealer = "person"\npace = "full"', people }) } })
  dealer = await casino.client('dealer')
})
after(() => casino.close())

const betting = (view) => view.phase === 'betting' && (!view.next || view.next.do === 'no_more_bets')
const seen = () => dealer.view(TABLE, 'dealer')
const count = (page) => page.locator('#queue-title .count').textContent()

async function seated(visitor) {
  const page = await casino.visitor(visitor)
  await page.goto(`${casino.address}/table/${TABLE}`)
  await page.locator('footer').getByRole('button', { name: 'Sit down' }).click()
  await until('chips', async () => /[1-9]/.test(await page.locator('.purse b').first().textContent()))
  return page
}

/** The dealer goes on until `stop`; players let their time run out. */
const goes = (stop) => quickly({ table: TABLE, dealer, stop, decide: () => new Promise((resolve) => setTimeout(resolve, 100)) })

/** Both have an ante, the cards are dealt, and the first of them decides. */
async function dealt() {
  await goes((view) => betting(view) && !view.void)
  for (const page of players) {
    await headline(page, /Place your bets/)
    await page.keyboard.press('a')
  }
  await until('the antes', async () => (await seen()).seats.every(({ wagers }) => wagers.length > 0))
  return goes(({ turn }) => turn != null)
}

/** The dealer begins to report; the form stays open. */
async function begins() {
  await console_.keyboard.press('i')
  return until('the held game', async () => {
    const view = await seen()
    return view.held && view
  })
}

async function reports() {
  await console_.getByRole('dialog').getByRole('button', { name: /Wrong number of cards/ }).click()
  const choice = console_.getByRole('dialog').locator('li button')
  if (await choice.count()) await choice.first().click()
  await console_.getByRole('button', { name: 'Yes, do it' }).click()
}

test('a report stops the clock, the floor sees it, and an approval makes the round void', async () => {
  await goes(betting)
  players = [await seated(), await seated({ width: 390, height: 844 })]
  console_ = await casino.staff('dealer', { width: 1280, height: 800 })
  await console_.goto(`${casino.address}/dealer/${TABLE}`)
  floor = await casino.staff('floor')
  await floor.goto(`${casino.address}/floor`)
  display = await casino.visitor()
  await display.goto(`${casino.address}/display/${TABLE}`)
  await floor.locator('#queue-title').waitFor()
  await console_.getByRole('button', { name: /^Call the floor/ }).waitFor()

  await dealt()
  const { turn } = await begins()
  const since = Date.now()
  for (const page of players) {
    await page.getByRole('region', { name: 'The table' }).getByText('The game is held: the dealer called the floor (an irregularity is being reported). All clocks are stopped.').waitFor()
    await headline(page, /The game is held/)
  }
  // The player whose decision it is sees it shut, with the reason.
  const decides = players[Number((await players[0].locator('.name.own b').textContent()) !== String(turn))]
  const play = decides.locator('footer').getByRole('button', { name: /^Play \$/ })
  await decides.locator('.places .why', { hasText: 'the game is held' }).waitFor()
  assert.equal(await play.getAttribute('aria-disabled'), 'true')
  for (const page of [...players, display]) assert.deepEqual(await violations(page), [])
  await display.getByText(/The game is held: the dealer called the floor/).waitFor()
  await until('the held game in the queue', async () => (await count(floor)) === '1')
  await floor.locator('li.held', { hasText: 'dealer called the floor, the game is held' }).waitFor()
  await floor.getByRole('button', { name: /^Resume: / }).waitFor()
  await floor.locator('article', { hasText: 'Game held' }).waitFor()
  assert.deepEqual(await violations(floor), [])

  await reports()
  await ask(console_, 'four cards at one position')
  await console_.locator('#next', { hasText: 'You called the floor: an irregularity is being reported.' }).waitFor()
  await console_.locator('#next', { hasText: 'Waiting for a second person to approve' }).waitFor()
  assert.equal(await console_.locator('#next.mine').count(), 0, 'no other step shines meanwhile')
  assert.deepEqual(await violations(console_), [])
  await floor.locator('#approvals-title').waitFor()
  await until('one thing waits', async () => (await count(floor)) === '1')
  // Waiting is the point: both players' time would be over.
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, since + HELD_MS - Date.now())))
  const view = await seen()
  assert.ok(view.held)
  assert.deepEqual(view.seats.map(({ decision }) => decision ?? null), [null, null], 'nobody folded')
  await approve(floor)
  await until('the void round', async () => (await seen()).void)
  await console_.locator('.notice.said', { hasText: 'Your request was approved: the round is void.' }).waitFor()
  for (const page of players) await page.locator('.felt .halt', { hasText: 'This round is void' }).waitFor()
  await until('nothing waits any more', async () => (await count(floor)) === '0')
})

test('declined, the game goes on with the time that was left', async () => {
  const { turn } = await dealt()
  await begins()
  await reports()
  await ask(console_, 'it looked like four')
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000))
  assert.ok((await seen()).held)
  await floor.locator('#approvals-title').waitFor()
  await decline(floor)
  await console_.locator('.notice.warned', { hasText: 'Your request was declined: the game goes on.' }).waitFor({ timeout: 7_000 })
  assert.equal(await console_.locator('.notice', { hasText: 'waiting in the floor' }).count(), 0)
  await until('the game that goes on', async () => !(await seen()).held)
  const decides = players[Number((await players[0].locator('.name.own b').textContent()) !== String(turn))]
  await decides.locator('.then', { hasText: new RegExp(`^\\s*[1-${SECONDS}] s, then your hand folds`) }).waitFor()
  await decides.locator('.notice', { hasText: 'Your time ran out: folded.' }).waitFor()
})

test('the form closed again, and a call of the floor that a ruling ends', async () => {
  await dealt()
  await begins()
  await console_.keyboard.press('Escape')
  await until('the game that goes on', async () => !(await seen()).held)
  await console_.getByRole('button', { name: /^Call the floor/ }).click()
  await console_.locator('#next', { hasText: 'Waiting for the floorperson’s ruling' }).waitFor()
  await console_.getByRole('button', { name: /^Resume the game/ }).waitFor()
  assert.deepEqual(await violations(console_), [])
  await floor.getByRole('button', { name: /^Resume: / }).click()
  await floor.getByRole('dialog').getByLabel('The ruling, in your words').fill('the hand stands')
  assert.deepEqual(await violations(floor), [])
  await floor.getByRole('dialog').getByRole('button', { name: 'Yes, do it' }).click()
  await until('the ruling', async () => !(await seen()).held)
  await players[0].locator('aside').getByText(/the game goes on: the hand stands/i).first().waitFor()
  await goes(betting)
  for (const page of [...players, console_, floor, display]) assert.deepEqual(page.faults, [])
})
