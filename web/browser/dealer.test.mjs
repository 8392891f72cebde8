// Dealer-run tables with physical cards, for every book: from the opening through a round to a void one, at the dealer's
// console by the keyboard, with a player at the page of the table. The cards are keyed in, so that every wager is sure to win.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { deal } from './deal.mjs'
import { ask, Casino, Client, house, sitDown, until, violations } from './house.mjs'

const MANNED = {
  automation: 'dealer = "person"\npace = "full"',
  cards: 'source = "observed"',
  people: 'betting_seconds = 600\ndecision_seconds = 600',
}

/** The wagers that the player makes, and what must then be paid to the player and to the other one. */
const BOOKS = {
  md14: {
    wagers: ['Ante', 'Pair plus', 'Six card bonus', 'Three-card progressive', 'Five-card progressive'],
    paid: ['Ante', 'Play', 'Ante bonus', 'Pair plus', 'Six card bonus', 'Three-card progressive', 'Five-card progressive'],
    other: ['progressive', 'five_card_progressive'],
    envy: ['envy', 'five_card_envy'],
    width: 1440,
  },
  ma: {
    wagers: ['Ante', 'Pair plus', 'Six card bonus', 'Three-card progressive', 'Five-card progressive', 'Cover all', 'Match play coupon'],
    paid: ['Ante', 'Play', 'Ante bonus', 'Pair plus', 'Six card bonus', 'Three-card progressive', 'Five-card progressive', 'Cover all', 'Match play coupon'],
    other: ['progressive', 'five_card_progressive'],
    envy: ['envy', 'five_card_envy'],
    width: 390,
  },
  md2014: {
    wagers: ['Ante', 'Pair plus', 'Six card bonus', 'Three-card progressive'],
    paid: ['Ante', 'Play', 'Ante bonus', 'Pair plus', 'Six card bonus', 'Three-card progressive'],
    other: ['progressive'],
    envy: [],
    width: 390,
  },
  tribal: {
    wagers: ['Ante', 'Pair plus', 'Match play coupon'],
    paid: ['Ante', 'Play', 'Ante bonus', 'Pair plus', 'Match play coupon'],
    other: [],
    envy: [],
    width: 1440,
  },
  sd: {
    wagers: ['Ante', 'Pair plus', 'Six card bonus', 'Three-card progressive', 'Tip on the ante', 'Tip on pair plus'],
    paid: ['Ante', 'Play', 'Ante bonus', 'Pair plus', 'Six card bonus', 'Three-card progressive', 'Tip on the ante', 'Tip on the play', 'Tip on pair plus'],
    other: ['progressive'],
    envy: [],
    width: 1440,
  },
}

/** @type {Casino} */
let casino
/** @type {Client} */
let dealer
before(async () => {
  const houses = {}
  for (const code of Object.keys(BOOKS)) houses[code] = await house(code, MANNED)
  casino = await Casino.open({ houses })
  dealer = await casino.client('dealer')
})
after(() => casino.close())

const betting = (view) => view.phase === 'betting' && (!view.next || view.next.do === 'no_more_bets')
const dollars = async (page, place) => Number((await page.locator('.purse b').nth(place).textContent()).replace(/[^0-9.]/g, ''))

describe('a dealer-run table', { concurrency: 2 }, () => {
  for (const [code, book] of Object.entries(BOOKS))
    test(`${code}: opening, a round in which every wager is paid, and a void one, at ${book.width} px`, async () => {
      const console_ = await casino.staff('dealer', { width: 1280, height: 800 })
      await console_.goto(`${casino.address}/dealer/${code}`)
      const at = { table: code, page: console_, dealer }
      const checked = new Set()
      /** axe-core checks every kind of state of the console once. */
      const seen = async ({ phase, next }) => {
        if (code !== 'md14' && code !== 'ma') return
        const kind = `${phase} ${['reveal', 'settle', 'deal', 'collect', 'receive_deck'].includes(next.do) ? next.do : ''}`
        if (checked.has(kind)) return
        checked.add(kind)
        assert.deepEqual(await violations(console_), [], kind)
      }
      await deal({ ...at, seen, stop: betting })

      const page = await casino.visitor({ width: book.width, height: 860 })
      await sitDown(casino, page, code)
      const mine = (await dealer.view(code, 'dealer')).seats[0].position
      const theirs = mine === 2 ? 3 : 2
      const other = await Client.guest(casino.address, code, theirs, `other-${code}`)
      // Where the first player was waited for, the opening goes on now.
      await deal({ ...at, seen, stop: betting })
      const chips = await dollars(page, 0)
      for (const wager of book.wagers) {
        const button = page.locator('.areas').getByRole('button', { name: wager, exact: true })
        await button.click()
        await until(`${code}: ${wager} on the felt`, async () =>
          (await dealer.view(code, 'dealer')).seats.find(({ position }) => position === mine).wagers.length > book.wagers.indexOf(wager))
      }
      const staked = await dollars(page, 1)
      await until(`${code}: the chips`, async () => Math.abs((await dollars(page, 0)) - (chips - staked)) <= 25)
      await other.act(code, { do: 'wager', position: theirs, wager: 'ante', amount: 1000 })
      for (const wager of book.other) {
        const offer = (await other.view(code)).legal.find((one) => one.do === 'wager' && one.wager === wager)
        await other.act(code, { do: 'wager', position: theirs, wager, amount: offer.amount })
      }

      const before = (await dealer.view(code, 'dealer')).round
      const cards = { dealer: 'Qh Qd 2c', [mine]: 'As Ks Qs', [theirs]: '4d 7h 9c', community: 'Js Ts' }
      const decide = async (position) => {
        if (position === theirs) {
          const looks = (await other.view(code)).legal.some((offer) => offer.do === 'look')
          if (looks) await other.act(code, { do: 'look', position })
          return other.act(code, { do: 'decide', position, decision: book.envy.length ? 'play' : 'fold' })
        }
        const look = page.getByRole('button', { name: /^Look/ })
        await page.getByRole('button', { name: /^(Look|Play)/ }).first().waitFor()
        if (await look.count()) await look.click()
        const play = page.getByRole('button', { name: /^Play \$/ })
        await play.first().waitFor()
        if (book.width === 1440) assert.deepEqual(await violations(page), [])
        await play.first().click()
      }
      await deal({ ...at, seen, cards, decide, stop: (view) => view.round > before })

      // The player sees what was paid for each wager, with the reason.
      await page.getByText(/You won \$/).waitFor()
      await page.getByRole('button', { name: 'Why?' }).click()
      const lines = page.locator('.result .line')
      for (const wager of book.paid) {
        const line = lines.filter({ has: page.locator('b', { hasText: new RegExp(`^${wager}( \\$|$)`) }) })
        assert.match(await line.textContent(), /paid \$[1-9]/, `${code}: ${wager}`)
        assert.match(await line.locator('.law').textContent(), new RegExp(`${code}:|READING`), `${code}: ${wager}`)
      }
      assert.deepEqual(await violations(page), [])
      // The record says the same as the page.
      const [past] = await dealer.get(`/tables/${code}/rounds?limit=1&before=${before + 1}&lines=true`)
      const won = Number((await page.getByText(/You won \$/).textContent()).replace(/[^0-9.]/g, ''))
      assert.equal(past.seats.find(({ position }) => position === mine).net, Math.round(won * 100))
      assert.ok(past.lines.length >= book.paid.length)
      const story = await dealer.get(`/tables/${code}/rounds/${before}?form=news`)
      assert.ok(story.length > 20)
      for (const wager of book.envy) {
        const paid = (await other.get(`/tables/${code}/rounds/${before}`)).steps.flatMap(({ details = [] }) => details)
        const title = wager === 'envy' ? /^Envy Bonus wins/ : /^Five-Card Envy Bonus wins/
        assert.ok(paid.some((line) => title.test(line)), `${code}: ${wager} in ${paid.join('; ')}`)
      }

      // A round that goes wrong: reported by the keyboard, shown before it is done, and every wager goes back.
      await deal({ ...at, seen, stop: betting })
      await page.locator('.areas').getByRole('button', { name: 'Ante', exact: true }).click()
      const held = await until(`${code}: the ante`, () => dollars(page, 1))
      const bets = await dollars(page, 0)
      await deal({ ...at, seen, stop: (view) => view.phase === 'deciding' })
      await console_.keyboard.press('i')
      await console_.getByRole('dialog').waitFor()
      assert.deepEqual(await violations(console_), [])
      await console_.getByRole('dialog').getByRole('button', { name: /Wrong number of cards/ }).click()
      const choice = console_.getByRole('dialog').locator('li button')
      if (await choice.count()) await choice.first().click()
      await console_.getByRole('heading', { name: 'This will happen' }).waitFor()
      await console_.getByText(/void/).first().waitFor()
      assert.deepEqual(await violations(console_), [])
      await console_.getByRole('button', { name: 'Yes, do it' }).click()
      // A void after the deal takes two persons: until the second one approves, the round stands.
      await console_.getByRole('dialog', { name: 'This needs a second person' }).waitFor()
      assert.deepEqual(await violations(console_), [])
      await ask(console_, 'four cards at one position')
      assert.ok(!(await dealer.view(code, 'dealer')).void, `${code}: one person alone voids nothing`)
      await casino.approve('floor', code)
      await until(`${code}: the void round`, async () => (await dealer.view(code, 'dealer')).void)
      await until(`${code}: the ante is back`, async () => (await dollars(page, 0)) === bets + held)
      await deal({ ...at, seen, cards, stop: (view) => view.phase === 'betting' && !view.void })
      assert.deepEqual(page.faults, [])
      assert.deepEqual(console_.faults, [])
      await page.close()
      await console_.close()
    })
})
