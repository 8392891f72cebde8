// Nothing that costs money is done by accident: not by a second click where another act was, a double click, a key that is
// held down, or an act that comes under the finger.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { quickly } from './deal.mjs'
import { Casino, house, until } from './house.mjs'

const MANNED = { automation: 'dealer = "person"\npace = "full"', people: 'betting_seconds = 600\ndecision_seconds = 600' }
const WIDTHS = [1440, 1024, 390]
const height = (width) => (width === 390 ? 844 : 800)

/** @type {Casino} */
let casino
let dealer
before(async () => {
  const houses = {}
  for (const width of WIDTHS) {
    houses[`look-${width}`] = await house('md14', MANNED)
    houses[`felt-${width}`] = await house('sd', MANNED)
  }
  for (const code of ['md14', 'ma', 'sd']) houses[code] = await house(code, MANNED)
  houses.steps = await house('md14', MANNED)
  casino = await Casino.open({ houses })
  dealer = await casino.client('dealer')
})
after(() => casino.close())

const betting = (view) => view.phase === 'betting' && (!view.next || view.next.do === 'no_more_bets')
const button = (page, name) => page.locator('footer').getByRole('button', { name })
const sent = (page, does) => page.sent.filter(({ type, act }) => type === 'do' && act.do === does)
const middle = ({ x, y, width, height: tall }) => [x + width / 2, y + tall / 2]

/** Somebody with chips at a table whose bets are open. */
async function seated(table, width) {
  const page = await casino.visitor({ width, height: height(width) })
  await page.goto(`${casino.address}/table/${table}`)
  await quickly({ table, dealer, stop: betting })
  await button(page, 'Sit down').click()
  await until('chips', async () => /[1-9]/.test(await page.locator('.purse b').first().textContent()))
  await quickly({ table, dealer, stop: betting })
  return page
}

async function anted(table, width) {
  const page = await seated(table, width)
  await page.getByRole('radio', { name: '$25 chip', exact: true }).click()
  await page.keyboard.press('a')
  await until('the ante', () => sent(page, 'wager').length)
  await until('the ante at the table', async () => (await dealer.view(table, 'dealer')).seats[0].wagers.length)
  return page
}

/** Deals until somebody has to decide. */
const dealt = (table) => quickly({ table, dealer, stop: ({ turn }) => turn != null })
const decided = async (table) => (await dealer.view(table, 'dealer')).seats[0].decision ?? null
const looked = (page) => button(page, /^Look/).waitFor({ state: 'detached' })
/** Longer than anything that is done late could take. */
const aWhile = (page) => page.waitForTimeout(1200)

async function foldsAtLast(page, table) {
  await button(page, /^Fold/).click()
  await until('the fold', async () => (await decided(table)) === 'fold')
  assert.equal(sent(page, 'decide').length, 1)
  assert.deepEqual(page.faults, [])
}

describe('a player', { concurrency: 2 }, () => {
  for (const width of WIDTHS)
    test(`clicks twice on Look, 350 ms apart and as a double click, and keeps the hand, at ${width} px`, async () => {
      const table = `look-${width}`
      const page = await anted(table, width)
      await dealt(table)
      const look = button(page, /^Look/)
      await look.waitFor()
      const [x, y] = middle(await look.boundingBox())
      await page.mouse.click(x, y)
      await page.waitForTimeout(350)
      await page.mouse.click(x, y)
      await looked(page)
      await aWhile(page)
      await page.mouse.dblclick(x, y)
      await aWhile(page)
      assert.equal(await decided(table), null)
      await foldsAtLast(page, table)

      // The next round: a double click at once.
      await quickly({ table, dealer, stop: betting })
      await button(page, /^Repeat/).click()
      await until('the ante again', async () => (await dealer.view(table, 'dealer')).seats[0].wagers.length)
      await dealt(table)
      await look.dblclick()
      await looked(page)
      await aWhile(page)
      assert.equal(await decided(table), null)
      assert.equal(sent(page, 'decide').length, 1)
      await page.close()
    })

  test('holds a key down, or presses what has only just come', async () => {
    const page = await seated('md14', 1440)
    // A chip key that is held down is one chip.
    for (let i = 0; i < 8; i++) await page.keyboard.down('a')
    await page.keyboard.up('a')
    await until('the ante', async () => (await dealer.view('md14', 'dealer')).seats[0].wagers.length)
    await aWhile(page)
    assert.equal(sent(page, 'wager').length, 1)
    // Each chip that is clicked is a chip.
    const area = page.getByRole('button', { name: /^Ante, position/ })
    for (let i = 0; i < 3; i++) await area.click()
    await area.dblclick()
    await until('five more chips', () => sent(page, 'wager').length === 6)
    const [first, ...more] = sent(page, 'wager').map(({ act }) => act.amount)
    assert.deepEqual(more, [2, 3, 4, 5, 6].map((chips) => chips * first))

    // Fold, held down since before it was offered, and Look after it.
    await page.evaluate(() => {
      // The hastiest finger: it presses Fold and Play in the moment in which they are drawn.
      new MutationObserver(() => {
        for (const one of document.querySelectorAll('footer button[aria-keyshortcuts=F], footer button[aria-keyshortcuts=P][class^=go]'))
          if (!one.hasty) {
            one.hasty = true
            document.body.dataset.hasty = String(Number(document.body.dataset.hasty ?? 0) + 1)
            one.click()
            dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true }))
          }
      }).observe(document.body, { childList: true, subtree: true })
    })
    await page.keyboard.down('f')
    const dealing = dealt('md14')
    for (let i = 0; i < 10; i++) await page.keyboard.down('f')
    await dealing
    await button(page, /^Fold/).waitFor()
    await button(page, /^Fold/).click({ trial: true })
    for (let i = 0; i < 10; i++) await page.keyboard.down('f')
    await page.keyboard.up('f')
    for (let i = 0; i < 5; i++) await page.keyboard.down('l')
    await looked(page)
    await button(page, /^Play/).click({ trial: true })
    for (let i = 0; i < 5; i++) await page.keyboard.down('l')
    await page.keyboard.up('l')
    await aWhile(page)
    assert.ok(Number(await page.evaluate(() => document.body.dataset.hasty)) >= 2, 'the hasty finger pressed Fold and Play')
    assert.equal(sent(page, 'decide').length, 0)
    assert.equal(await decided('md14'), null)
    await page.keyboard.press('f')
    await until('the fold', async () => (await decided('md14')) === 'fold')
    await page.close()
  })

  test('keeps the focus on what is not ready yet', async () => {
    const page = await seated('ma', 1440)
    await page.keyboard.press('3')
    await page.keyboard.press('a')
    await until('the ante', async () => (await dealer.view('ma', 'dealer')).seats[0].wagers.length)
    await dealt('ma')
    const fold = button(page, /^Fold/)
    await fold.focus()
    // What is offered changes by looking, so that Fold is not ready for a moment.
    await page.keyboard.press('l')
    await looked(page)
    assert.equal(await fold.evaluate((one) => one === document.activeElement), true)
    await button(page, /^Play/).click({ trial: true })
    assert.equal(await fold.evaluate((one) => one === document.activeElement), true)
    for (let i = 0; i < 5; i++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await until('the fold', async () => (await decided('ma')) === 'fold')
    assert.equal(sent(page, 'decide').length, 1)
    // A double click on what opens a dialog presses nothing in it.
    await page.getByRole('button', { name: 'More' }).click()
    const buys = sent(page, 'buy_in').length
    await page.getByRole('dialog').getByRole('button', { name: 'Buy chips' }).dblclick()
    await page.getByRole('dialog', { name: 'Buy chips' }).waitFor()
    await aWhile(page)
    assert.equal(sent(page, 'buy_in').length, buys)
    await page.close()
  })
})

describe('the felt', { concurrency: 1 }, () => {
  for (const width of WIDTHS)
    test(`does not move under the finger while chips are put down, at ${width} px`, async () => {
      const table = `felt-${width}`
      const page = await seated(table, width)
      if (width === 1024) await page.setViewportSize({ width, height: 768 })
      const ante = page.getByRole('button', { name: /^Ante, position/ })
      const clear = button(page, /^Clear all/)
      await page.getByRole('radio', { name: '$5 chip', exact: true }).click()
      await page.waitForTimeout(600)
      const felt = page.getByRole('region', { name: 'The table' })
      const before = [await ante.boundingBox(), await felt.boundingBox(), await clear.boundingBox()]
      assert.equal(await clear.getAttribute('aria-disabled'), 'true')
      const [x, y] = middle(before[0])
      for (let i = 1; i <= 5; i++) {
        await page.mouse.click(x, y)
        await page.waitForTimeout(200)
        assert.deepEqual([await ante.boundingBox(), await felt.boundingBox(), await clear.boundingBox()], before, `after ${i} chips`)
      }
      await until('five chips', () => sent(page, 'wager').length === 5)
      const [{ min }] = [(await dealer.get(`/tables/${table}/placard`)).wagers.find(({ wager }) => wager === 'ante')]
      await until('five chips at the table', async () => (await dealer.view(table, 'dealer')).seats[0].wagers[0].staked === min + 4 * 500)
      for (const key of ['p', 's', 'c', 'g', 't']) await page.keyboard.press(key)
      await page.waitForTimeout(600)
      assert.deepEqual([await ante.boundingBox(), await felt.boundingBox(), await clear.boundingBox()], before, 'after other wagers')
      await clear.click()
      await until('nothing', async () => (await dealer.view(table, 'dealer')).seats[0].wagers.length === 0)
      assert.deepEqual([await ante.boundingBox(), await felt.boundingBox(), await clear.boundingBox()], before, 'after all is taken back')
      assert.deepEqual(page.faults, [])
      await page.close()
    })
})

/** The boxes of the acts that are shown. The reason why one is disabled is not an act. */
const boxes = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.places > div:not(.why)')]
        .filter((place) => place.firstElementChild)
        .map((place) => {
          const { left, top, right, bottom } = place.firstElementChild.getBoundingClientRect()
          return [place.classList[0], { left, top, right, bottom }]
        }),
    ),
  )
const cross = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

test('every act has a place of its own, with one, two and three positions, before and after looking', async () => {
  for (const [table, positions, acts] of [['md14', 1, 'fold look play'], ['ma', 3, 'fold give look play'], ['sd', 2, 'fold look play tip']]) {
    const page = await seated(table, 1440)
    for (let more = 1; more < positions; more++) {
      await page.locator('button.name.free').first().click()
      await until('another position', async () => (await page.locator('.name.own').count()) === more + 1)
    }
    await page.keyboard.press('3')
    for (let i = 0; i < positions; i++) {
      const before = sent(page, 'wager').length
      for (const key of table === 'sd' ? ['a', 't'] : ['a']) {
        await page.keyboard.press(key)
        await page.waitForTimeout(300)
      }
      await until('the wagers', () => sent(page, 'wager').length > before)
      await page.keyboard.press('n')
    }
    await dealt(table)
    await button(page, /^Look/).waitFor()
    const seen = {}
    const gather = async () => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: height(width) })
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
        const places = (seen[width] ??= {})
        for (const [act, box] of Object.entries(await boxes(page))) {
          assert.ok(box.left >= 0 && box.right <= width && box.bottom <= height(width), `${table}: ${act} is within ${width} px`)
          if (places[act]) assert.deepEqual(box, places[act], `${table}: ${act} stays where it was at ${width} px`)
          places[act] = box
        }
      }
    }
    await gather()
    for (let i = 0; i < positions; i++) {
      const before = sent(page, 'look').length
      await button(page, /^Look/).click()
      await until('the look', () => sent(page, 'look').length > before)
      await gather()
    }
    await looked(page)
    await gather()
    for (const [width, places] of Object.entries(seen)) {
      assert.deepEqual(Object.keys(places).filter((act) => act !== 'hint').sort().join(' '), acts, `${table} at ${width} px`)
      const all = Object.entries(places)
      for (const [i, [act, box]] of all.entries())
        for (const [other, next] of all.slice(i + 1)) assert.ok(!cross(box, next), `${table} at ${width} px: ${act} and ${other} share pixels`)
    }
    assert.deepEqual(page.faults, [])
    await page.close()
  }
})

test('a dealer does one step by a double click, by two hasty ones, and by a key that is held down', async () => {
  const page = await casino.staff('dealer', { width: 1280, height: 800 })
  await page.goto(`${casino.address}/dealer/steps`)
  const next = page.locator('#next')
  const ready = () => page.locator('#next[aria-disabled=false]').waitFor()
  const steps = () => page.sent.filter(({ type }) => type === 'do').length
  /** Waits until long after the resulting step could be done. */
  const hold = async (key) => {
    await page.keyboard.down(key)
    await aWhile(page)
    for (let i = 0; i < 6; i++) await page.keyboard.down(key)
    await page.keyboard.up(key)
  }
  const ways = {
    'a double click': () => next.dblclick(),
    'two hasty clicks': async () => {
      const [x, y] = middle(await next.boundingBox())
      await page.mouse.click(x, y)
      await page.mouse.click(x, y)
    },
    'a click as soon as the next step is there': async () => {
      await page.evaluate(() => {
        const one = document.getElementById('next')
        new MutationObserver((_, self) => {
          self.disconnect()
          one.click()
        }).observe(one.querySelector('.what'), { characterData: true, childList: true, subtree: true })
      })
      await next.click()
    },
    'Enter held down on the button': async () => {
      await next.focus()
      await hold('Enter')
    },
    'Enter held down on the page': async () => {
      await next.evaluate((one) => one.blur())
      await hold('Enter')
    },
  }
  for (const [way, go] of Object.entries(ways)) {
    const before = steps()
    await ready()
    await go()
    await aWhile(page)
    assert.equal(steps() - before, 1, way)
  }
  assert.deepEqual(page.faults, [])
})
