// The felt shows what the house's layout says, and nothing the page made up: compared with what the server posts.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Casino, house } from './house.mjs'

/** @type {Casino} */
let casino
before(async () => {
  // Everything inscribed that may be, a logo instead of the name, and a table with five positions.
  const inscribed = 'six_card_bonus = "layout"\nprogressive = "layout"\nfive_card_progressive = "layout"'
  casino = await Casino.open({
    houses: {
      md14: await house('md14'),
      sd: (await house('sd')).replace('positions = 7', 'positions = 5'),
      full: await house('md14', { layout: 'operator = "logo"', 'layout.odds': inscribed, look: 'monogram = "CH"' }),
      ma: await house('ma'),
    },
  })
})
after(() => casino.close())

async function shown(table, options = {}) {
  const page = await casino.visitor(options)
  await page.goto(`${casino.address}/table/${table}`)
  await page.locator('.phrase textPath').waitFor()
  const placard = await fetch(`${casino.address}/api/v1/tables/${table}/placard`).then((answer) => answer.json())
  return { page, placard, layout: placard.layout }
}

/** The felt as it is drawn: the wagers of each position, and all that is printed. */
const drawn = (page) =>
  page.evaluate(() => {
    const text = (node) => [...node.querySelectorAll('text')].map((part) => part.textContent.trim()).join(' ')
    return {
      places: [...document.querySelectorAll('g.place')].map((place) =>
        [...place.querySelectorAll('[data-wager]')].map((area) => ({ wager: area.dataset.wager, text: text(area) })),
      ),
      odds: [...document.querySelectorAll('.odds textPath')].map((line) => line.textContent).join(' '),
      phrase: document.querySelector('.phrase textPath')?.textContent,
      operator: document.querySelector('text.operator')?.textContent ?? null,
      logo: document.querySelector('g.operator title')?.textContent ?? null,
    }
  })

/** What a line pays, as English has it. */
function said(pays) {
  if (pays.kind === 'of_meter') return `${pays.share / 10_000}% of ${pays.level === 'main' ? 'the meter' : pays.level}`
  if (pays.kind === 'flat') return `$${(pays.amount / 100).toLocaleString('en-US')}`
  return `${pays.won.toLocaleString('en-US')} ${pays.kind} ${pays.staked}`
}

describe('the felt', { concurrency: false }, () => {
  for (const table of ['md14', 'sd', 'full', 'ma']) {
    test(`has the areas and inscriptions of the layout: ${table}`, async () => {
      const { page, placard, layout } = await shown(table)
      // The places come with the view, which may come after the placard.
      await page.waitForFunction((count) => document.querySelectorAll('g.place').length === count, layout.positions)
      const felt = await drawn(page)
      assert.equal(felt.places.length, layout.positions)
      const wanted = layout.areas.map(({ wager }) => wager).sort()
      for (const place of felt.places) {
        const areas = place.map(({ wager }) => wager).filter((wager) => !/^(tip|match)_/.test(wager))
        assert.deepEqual(areas.sort(), wanted)
        for (const { wager, marked } of layout.areas)
          if (marked) assert.equal(place.find((area) => area.wager === wager).text, marked)
      }
      assert.equal(felt.phrase, layout.phrase.text)
      if (layout.sign === 'logo') assert.deepEqual([felt.logo, felt.operator], [layout.operator.text, null])
      else assert.equal(felt.operator, layout.operator.text)
      const printed = felt.odds + felt.places[0].map(({ text }) => text).join(' ')
      for (const { wager } of layout.odds.filter(({ at }) => at === 'layout')) {
        const tables = placard.paytables.filter((posted) => posted.wager === wager)
        assert.ok(tables.length > 0, wager)
        for (const { hand, pays } of tables.flatMap(({ lines }) => lines)) {
          // A paytable of one line is printed on its area, without the words "winning wager".
          const onArea = felt.places[0].some((area) => area.wager === wager && area.text.endsWith(said(pays[0])))
          assert.ok(onArea || printed.includes(`${hand} ${said(pays[0])}`), `${wager}: ${hand} ${said(pays[0])} is to be inscribed`)
        }
      }
      assert.deepEqual(page.faults, [])
    })
  }

  test('is that of the book in its own words: Maryland and South Dakota', async () => {
    const { page } = await shown('md14')
    assert.equal((await drawn(page)).phrase, 'Dealer Plays with Queen High or Better')
    const { page: other } = await shown('sd')
    const felt = await drawn(other)
    assert.equal(felt.places.length, 5)
    const marked = felt.places.map((place) => place.find(({ wager }) => wager === 'six_card_bonus').text)
    assert.deepEqual(marked, Array(5).fill('six card bonus'))
    assert.match(felt.odds, /straight flush 40 to 1/)
  })

  test('keeps the words of the law in Spanish, and on a phone', async () => {
    const { page, layout } = await shown('sd', { locale: 'es-US', width: 390, height: 844 })
    const felt = await drawn(page)
    assert.equal(felt.phrase, layout.phrase.text)
    assert.equal(felt.places[0].find(({ wager }) => wager === 'six_card_bonus').text, 'six card bonus')
  })

  test('the sign at the table has the odds of every wager that is meant for it', async () => {
    const { layout, placard } = await shown('md14')
    const page = await casino.visitor({ width: 1920, height: 1080 })
    await page.goto(`${casino.address}/display/md14`)
    await page.locator('.inscription').waitFor()
    const text = (await page.locator('#main').textContent()).replace(/\s+/g, ' ').toLowerCase()
    assert.deepEqual(layout.on_sign, layout.odds.map(({ wager }) => wager))
    for (const wager of layout.on_sign)
      for (const { lines } of placard.paytables.filter((posted) => posted.wager === wager))
        for (const { hand, pays } of lines) assert.ok(text.includes(hand) && text.includes(said(pays[0])), `${wager}: ${hand} ${said(pays[0])}`)
  })
})
