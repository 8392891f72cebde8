// A player at the table who waits, who has too few chips, and who plays a coupon: what the page says before and after.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { quickly } from './deal.mjs'
import { Casino, closed, headline, house, until, violations } from './house.mjs'

const MANNED = { automation: 'dealer = "person"\npace = "full"', people: 'betting_seconds = 600\ndecision_seconds = 600' }
/** Cards that are keyed in, so that the coupon is sure to win. */
const OBSERVED = { ...MANNED, cards: 'source = "observed"' }
const SECONDS = 3

/** @type {Casino} */
let casino
let dealer
before(async () => {
  casino = await Casino.open({
    houses: {
      slow: await house('md14', { automation: 'pace = "human"', people: `betting_seconds = 15\ndecision_seconds = ${SECONDS}` }),
      poor: await house('md14', MANNED),
      'coupon-1440': await house('tribal', OBSERVED),
      'coupon-390': await house('tribal', OBSERVED),
    },
  })
  dealer = await casino.client('dealer')
})
after(() => casino.close())

const betting = (view) => view.phase === 'betting' && (!view.next || view.next.do === 'no_more_bets')
const dollars = async (page, place) => Number((await page.locator('.purse b').nth(place).textContent()).replace(/[^0-9.]/g, ''))
const button = (page, name) => page.locator('footer').getByRole('button', { name })

/** Somebody with chips at a table. */
async function seated(table, visitor = {}) {
  const page = await casino.visitor(visitor)
  await page.goto(`${casino.address}/table/${table}`)
  await button(page, 'Sit down').click()
  await until('chips', async () => /[1-9]/.test(await page.locator('.purse b').first().textContent()))
  return page
}

const log = (page, text) => page.locator('aside').getByText(text).first()

describe('a player', { concurrency: 2 }, () => {
  test('who waits is told, folds once, and the table goes on', async () => {
    const first = await seated('slow')
    const second = await seated('slow', { width: 1100, height: 800 })
    const pages = [first, second]
    for (const page of pages) await headline(page, /Place your bets/)
    await first.locator('.then', { hasText: 'Place your wager: the cards come when betting closes' }).waitFor()
    const round = (await dealer.view('slow', 'dealer')).round
    for (const page of pages) await page.keyboard.press('a')
    const { seats } = await until('both antes', async () => {
      const view = await dealer.view('slow', 'dealer')
      return view.seats.filter(({ wagers }) => wagers.length > 0).length === 2 && view
    })
    const positions = seats.map(({ position }) => position)
    // The one who decides first is the one whose label can be read while the other still has time.
    const mine = async (page) => Number(await page.locator('.name.own b').textContent())
    const [early, late] = (await mine(first)) < (await mine(second)) ? pages : [second, first]
    const [at, then] = [Math.min(...positions), Math.max(...positions)]

    await early.locator('.then', { hasText: /^\s*[1-3] s, then your hand folds\s*$/ }).waitFor({ timeout: 90_000 })
    const before = (await dealer.view('slow', 'dealer')).version
    await late.locator('.then', { hasText: new RegExp(`s, then position ${at} folds`) }).waitFor()
    await early.locator('.notice', { hasText: 'Your time ran out: folded.' }).waitFor()
    await early.locator('.name.own', { hasText: 'folded (time)' }).waitFor()
    await log(early, 'Your time ran out: folded.').waitFor()
    await log(late, `Position ${at} ran out of time and folds.`).waitFor()
    await late.locator('.then', { hasText: /s, then your hand folds/ }).waitFor()
    await late.locator('.notice', { hasText: 'Your time ran out: folded.' }).waitFor()

    await until('the next round', async () => (await dealer.view('slow', 'dealer')).round > round, 90_000)
    for (const page of pages) await headline(page, /Place your bets/)
    const { version } = await dealer.view('slow', 'dealer')
    assert.ok(version - before < 60, `${version - before} events while two players waited`)
    const story = await dealer.get(`/tables/slow/rounds/${round}?form=news`)
    const ran = story.filter(({ event }) => event === 'time_ran_out').map(({ what }) => what.position)
    assert.deepEqual(ran, [at, then], 'each ran out of time once')
    const folds = story.filter(({ event }) => event === 'decided').map(({ what }) => [what.position, what.decision])
    assert.deepEqual(folds, [[at, 'fold'], [then, 'fold']])
    for (const page of pages) {
      assert.equal(page.sent.filter(({ type, act }) => type === 'do' && act.do === 'decide').length, 0)
      assert.deepEqual(page.faults, [])
    }
  })

  test('with the whole purse on the ante is warned, sees why Play is shut, buys and plays', async () => {
    await quickly({ table: 'poor', dealer, stop: betting })
    const page = await seated('poor')
    await quickly({ table: 'poor', dealer, stop: betting })
    const purse = await dollars(page, 0)
    await page.getByRole('radio', { name: '$100 chip', exact: true }).click()
    for (let more = purse; more > 0; more = await dollars(page, 0)) {
      // The last chips are smaller ones.
      if (more < 100) await page.getByRole('radio', { name: more < 25 ? '$5 chip' : '$25 chip', exact: true }).click()
      await page.keyboard.press('a')
      await until('the chips on the ante', async () => (await dollars(page, 0)) < more)
    }
    const amount = `$${purse}`
    const warning = page.locator('.keep')
    await warning.getByText(`Keep ${amount} to play this hand`).waitFor()
    await warning.getByText(`You are ${amount} short`).waitFor()
    await warning.getByRole('button', { name: 'Buy chips' }).waitFor()
    assert.deepEqual(await violations(page), [])

    await quickly({ table: 'poor', dealer, stop: ({ turn }) => turn != null })
    const play = button(page, /^Play \$/)
    await play.waitFor()
    await button(page, /^Look/).click()
    const why = page.locator('.places .why')
    await why.getByText(`playing takes ${amount} and you have $0 in chips`).waitFor()
    await why.locator('.law', { hasText: 'md14:' }).waitFor()
    assert.equal(await play.getAttribute('aria-disabled'), 'true')
    assert.match(await play.evaluate((one) => document.getElementById(one.getAttribute('aria-describedby')).textContent), /playing takes/)
    assert.deepEqual(await violations(page), [])
    // Pressing it anyway shows the reason, and sends nothing.
    await page.keyboard.press('p')
    await page.locator('.notice.refused', { hasText: 'playing takes' }).waitFor()

    await why.getByRole('button', { name: 'Buy chips' }).click()
    const dialog = page.getByRole('dialog', { name: 'Buy chips' })
    assert.equal(await dialog.getByLabel('Amount in dollars').inputValue(), String(purse))
    await dialog.getByRole('button', { name: 'Buy chips' }).click()
    await closed(page)
    await play.click()
    await page.locator('.name.own', { hasText: 'plays' }).waitFor()
    assert.equal(await dollars(page, 0), 0)
    assert.equal(page.sent.filter(({ type, act }) => type === 'do' && act.do === 'decide').length, 1)
    assert.deepEqual(page.faults, [])
  })

  for (const width of [1440, 390])
    test(`who wins with a coupon sees it as paper, and the win is what was added to the chips, at ${width} px`, async () => {
      const table = `coupon-${width}`
      await quickly({ table, dealer, stop: betting })
      const page = await seated(table, { width, height: 860 })
      const mine = Number(await page.locator('.name.own b').textContent())
      await quickly({ table, dealer, stop: betting })
      const purse = await dollars(page, 0)
      for (const wager of ['Ante', 'Match play coupon']) await button(page, wager).click()
      await page.getByRole('img', { name: 'match play coupon $5', exact: true }).waitFor()
      assert.equal(await page.locator('.chips .coupon').count(), 1)
      const staked = await dollars(page, 1)
      assert.equal(staked, purse - (await dollars(page, 0)), 'paper is not in play')
      assert.deepEqual(await violations(page), [])

      const { round } = await dealer.view(table, 'dealer')
      const decide = async () => {
        await button(page, /^(Look|Play)/).first().waitFor()
        if (await button(page, /^Look/).count()) await button(page, /^Look/).click()
        await button(page, /^Play \$/).click()
        await until('the decision', async () => (await dealer.view(table, 'dealer')).turn == null)
      }
      const cards = { dealer: 'Qh Qd 2c', [mine]: 'As Ks Qs' }
      await quickly({ table, dealer, cards, decide, stop: (view) => view.round > round })
      const won = Number((await page.getByText(/You won \$/).textContent()).replace(/[^0-9.]/g, ''))
      assert.equal((await dollars(page, 0)) - purse, won)
      assert.ok(won > 2 * staked, 'the coupon is part of it')
      const [past] = await dealer.get(`/tables/${table}/rounds?limit=1&before=${round + 1}&lines=true`)
      assert.equal(past.seats.find(({ position }) => position === mine).net, won * 100)
      assert.deepEqual(page.faults, [])
    })
})
