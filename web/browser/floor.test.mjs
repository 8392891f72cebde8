// The floor with people in all its parts: a table is opened, verified, ruled on, filled and closed from the floor's page.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { deal, quickly } from './deal.mjs'
import { approve, ask, Casino, Client, house, sitDown, until, violations, closed } from './house.mjs'

const PEOPLE = {
  automation: 'dealer = "person"\nfloorperson = "person"\nsupervisor = "person"\npace = "full"',
  cards: 'source = "observed"',
  people: 'betting_seconds = 600\ndecision_seconds = 600',
}

/** @type {Casino} */
let casino
let dealer
before(async () => {
  casino = await Casino.open({ houses: { md14: await house('md14', PEOPLE) } })
  dealer = await casino.client('dealer')
})
after(() => casino.close())

const panel = (page) => page.locator('aside')
const seenAs = (role) => dealer.view('md14', role ?? 'dealer')

/** What waits first, opened by its key, and done by its button; a form is filled in as needed. */
async function answer(page, name, { text, amount } = {}) {
  await until(`${name} in the queue`, () => page.locator('section[aria-labelledby=queue-title]').getByText(name).count())
  await page.keyboard.press('q')
  const button = panel(page).locator('.next', { hasText: name })
  await button.waitFor()
  assert.deepEqual(await violations(page), [], String(name))
  await button.click()
  await confirm(page, { text, amount })
}

async function confirm(page, { text, amount } = {}) {
  const dialog = page.getByRole('dialog')
  if (!(await dialog.count())) return
  if (amount) await dialog.getByLabel('Amount in dollars').fill(amount)
  if (text) await dialog.locator('label input').last().fill(text)
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Yes, do it' }).click()
  await closed(page)
}

/** An act from the list of a table's panel. */
async function act(page, name, values) {
  await panel(page).getByRole('button', { name, exact: false }).first().click()
  await page.getByRole('dialog').waitFor()
  await confirm(page, values)
}

describe('the floor', { concurrency: false }, () => {
  test('opens a table, verifies its decks, fills and credits it', async () => {
    const page = await casino.staff('supervisor')
    await page.goto(`${casino.address}/floor`)
    await page.getByRole('button', { name: /^Details: / }).click()
    assert.deepEqual(await violations(page), [])
    await act(page, 'Open the table', { amount: '20000' })
    await until('the open table', async () => (await seenAs()).phase === 'betting')
    const verify = quickly({ table: 'md14', dealer, stop: ({ phase, next }) => phase === 'betting' && !next })
    await answer(page, 'Verify deck 1')
    await until('the second deck', async () => (await seenAs()).next?.do === 'verify' && (await seenAs()).next.deck === 2)
    await answer(page, 'Verify deck 2')
    await verify
    const tray = async () => (await (await casino.client('supervisor')).view('md14', 'supervisor')).till.tray
    const before = await tray()
    await act(page, 'Fill: chips to the tray', { amount: '5000' })
    await until('the fill', async () => (await tray()) === before + 500_000)
    await act(page, 'Credit: chips to the cage', { amount: '1000' })
    await until('the credit', async () => (await tray()) === before + 400_000)
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  test('learns of a wrong count, validates a progressive win and rules on a leaver', async () => {
    const page = await casino.staff('floor')
    await page.goto(`${casino.address}/floor`)
    const bets = { 2: ['ante', 'progressive', 'five_card_progressive'], 4: ['ante', 'progressive'], 6: ['ante'] }
    const guests = {}
    for (const [position, wagers] of Object.entries(bets)) {
      const guest = await Client.guest(casino.address, 'md14', Number(position), `guest-${position}`)
      for (const wager of wagers)
        await guest.act('md14', { do: 'wager', position: Number(position), wager, amount: wager === 'ante' ? 2500 : 100 })
      guests[position] = guest
    }
    await quickly({ table: 'md14', dealer, stop: ({ next }) => next?.do === 'collect' })
    // One chip fewer than the sensors accepted: the console says so, and they are counted again.
    const console_ = await casino.staff('dealer', { width: 1024, height: 768 })
    await console_.goto(`${casino.address}/dealer/md14`)
    await console_.locator('#next').waitFor()
    await console_.keyboard.press('n')
    await console_.getByRole('dialog').locator('input').fill('2')
    await console_.getByRole('button', { name: 'Yes, do it' }).click({ trial: true })
    await console_.keyboard.press('Enter')
    await console_.getByText('2 chips collected, 3 wagers accepted.').first().waitFor()
    assert.deepEqual(await violations(console_), [])
    const cards = { dealer: 'Qh Qd 2c', 2: 'As Ks Qs', 4: '4d 7h 9c', 6: '5d 5h 8c', community: 'Js Ts' }
    const decide = async (position) => {
      const guest = guests[position]
      if (position === 6) return guest.act('md14', { do: 'leave', position })
      await guest.act('md14', { do: 'look', position })
      return guest.act('md14', { do: 'decide', position, decision: 'play' })
    }
    const round = (await seenAs()).round
    const floor = async (next) => {
      if (next.do === 'validate') await answer(page, new RegExp(`Validate position 2, .*`))
      else if (next.do === 'hand_pay') await answer(page, 'Pay position 2 by hand', { text: 'HP-1001' })
      else if (next.do === 'rule_leaver') await answer(page, /Position 6 left/)
      else throw new Error(`nobody foresaw ${next.do}`)
    }
    await deal({ table: 'md14', page: console_, dealer, cards, decide, floor, stop: (view) => view.round > round })
    const story = await dealer.get(`/tables/md14/rounds/${round}`)
    const told = story.steps.flatMap(({ words, details = [] }) => [words, ...details])
    for (const wanted of [/win of position 2 is validated/, /Envy Bonus wins .* for the hand of position 2/, /wagers of position 6|position 6 is taken/])
      assert.ok(told.some((line) => wanted.test(line)), `${wanted} in ${told.join('\n')}`)
    assert.deepEqual(page.faults, [])
    assert.deepEqual(console_.faults, [])
    await console_.close()
    await page.close()
  })

  test('a meter is corrected by two persons', async () => {
    const shown = async () => (await seenAs()).meters[0].shows
    const before = await shown()
    const proposes = async (name, role) => (await (await casino.client(name)).view('md14', role)).legal.some((offer) => offer.do === 'propose_meter')
    const first = (await proposes('floor', 'floorperson')) ? 'floor' : 'supervisor'
    const one = await casino.staff(first)
    await one.goto(`${casino.address}/floor`)
    await one.getByRole('button', { name: /^Details: Chesapeake/ }).click()
    const role = one.getByLabel('Act as')
    if (await role.count()) await role.selectOption('supervisor')
    await panel(one).getByText(/^Meters \(/).click()
    await panel(one).getByRole('button', { name: /Propose to correct/ }).first().click()
    const dialog = one.getByRole('dialog')
    await dialog.locator('input').first().fill('12.34')
    await dialog.locator('input').last().fill('counted by hand')
    assert.deepEqual(await violations(one), [])
    await dialog.getByRole('button', { name: 'Yes, do it' }).click()
    await ask(one, 'counted by hand')
    assert.equal(await shown(), before, 'one person alone changes nothing')
    // The other person finds it in the queue.
    const two = await casino.staff(first === 'floor' ? 'supervisor' : 'floor')
    await two.goto(`${casino.address}/floor`)
    await approve(two)
    await until('the corrected meter', async () => (await shown()) === before + 1234)
    assert.deepEqual(await violations(two), [])
    await one.close()
    await two.close()
  })

  test('a chip in doubt: the controller fails with the chip on its sensor, and the floor rules on it', async () => {
    const floor = await casino.staff('floor')
    await floor.goto(`${casino.address}/floor`)
    const console_ = await casino.staff('dealer', { width: 1280, height: 800 })
    await console_.goto(`${casino.address}/dealer/md14`)
    const at = { table: 'md14', page: console_, dealer }
    await deal({ ...at, stop: ({ phase, next }) => phase === 'betting' && !next })
    const player = await casino.visitor()
    await sitDown(casino, player, 'md14')
    const mine = (await seenAs()).seats.find(({ person }) => !/^guest-\d$/.test(person)).position
    const chips = async () => Number((await player.locator('.purse b').first().textContent()).replace(/[^0-9.]/g, ''))
    const whole = await chips()
    const areas = player.locator('.areas')
    await areas.getByRole('button', { name: 'Ante', exact: true }).click()
    // The page is updated a moment after the table, so wait for what it shows, step by step.
    await until('the ante on the page', async () => (await chips()) < whole)
    const anted = await chips()
    await areas.getByRole('button', { name: 'Three-card progressive', exact: true }).click()
    const seat = async () => (await seenAs()).seats.find(({ position }) => position === mine)
    await until('the chip on its sensor', async () => (await seat()).lights.some(({ wager, detected }) => wager === 'progressive' && detected))
    await until('the chip on the page', async () => (await chips()) === anted - 1)
    const before = await chips()

    // The dealer reports the controller, and sees before it is done what that will do.
    await console_.keyboard.press('v')
    await console_.getByRole('dialog').getByRole('button', { name: /Progressive controller/ }).click()
    const choice = console_.getByRole('dialog').getByRole('button', { name: /out of order/ })
    if (await choice.count()) await choice.click()
    await console_.getByRole('heading', { name: 'This will happen' }).waitFor()
    assert.deepEqual(await violations(console_), [], 'the controller')
    await console_.getByRole('button', { name: 'Yes, do it' }).click()
    await console_.getByText('Progressive closed').first().waitFor()
    assert.deepEqual(await violations(console_), [], 'warnings')

    // The chip is there, but no wager was accepted: nothing is dealt until the floor has ruled.
    const { round } = await deal({ ...at, stop: ({ next }) => next?.do === 'resolve' })
    await console_.locator('#next', { hasText: `Position ${mine}, Three-card progressive: return the chip` }).waitFor()
    assert.equal(await console_.locator('#next').getAttribute('aria-disabled'), 'true')
    assert.deepEqual(await violations(console_), [], 'a chip in doubt')
    await answer(floor, new RegExp(`Position ${mine}, Three-card progressive: return the chip`))
    await until('the chip is back', async () => (await chips()) === before + 1)
    await player.locator('aside').getByText(/\$1 of Three-Card Progressive/i).first().waitFor()
    await console_.getByText('Chip resolved').first().waitFor()

    // The round goes on without the progressive.
    const cards = { dealer: 'Kh 9d 2c', [mine]: '7s 7d 3h' }
    const decide = async () => {
      await player.getByRole('button', { name: /^Look/ }).click()
      await player.getByRole('button', { name: /^Play \$/ }).click()
    }
    await deal({ ...at, cards, decide, stop: (view) => view.round > round })
    await player.getByText(/You won/).first().waitFor()
    const told = (await dealer.get(`/tables/md14/rounds/${round}`)).steps.map(({ words }) => words)
    assert.ok(told.some((line) => line.includes(`chip of position ${mine} goes back`)), told.join('\n'))
    for (const page of [floor, console_, player]) {
      assert.deepEqual(page.faults, [])
      await page.close()
    }
  })

  test('creates another table, opens and closes it, at 390 px', async () => {
    const page = await casino.staff('supervisor', { width: 390, height: 844 })
    await page.goto(`${casino.address}/floor`)
    await page.getByRole('button', { name: /^New table/ }).click()
    await page.getByLabel('Address of the table').fill('second')
    await page.getByLabel('Name', { exact: true }).fill('Second table')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Create the table' }).click()
    await panel(page).getByRole('heading', { name: 'Second table' }).waitFor()
    await act(page, 'Open the table', { amount: '10000' })
    await until('the open table', async () => (await dealer.view('second', 'dealer')).phase === 'betting')
    await act(page, 'Close the table')
    await until('the closed table', async () => (await dealer.view('second', 'dealer')).phase === 'shut')
    assert.deepEqual(await violations(page), [])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.equal(wide, 390, 'nothing hangs over the edge of a phone')
    assert.deepEqual(page.faults, [])
  })
})
