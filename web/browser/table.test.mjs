import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Casino, headline, sitDown, until, violations } from './house.mjs'

/** @type {Casino} */
let casino
before(async () => {
  casino = await Casino.open()
})
after(() => casino.close())

const amount = async (page, place) =>
  Number((await page.locator('.purse b').nth(place).textContent()).replace(/[^0-9.]/g, ''))

describe('lobby', { concurrency: false }, () => {
  for (const width of [1440, 390]) {
    test(`five tables with limits, seats and meters, at ${width} px`, async () => {
      const page = await casino.visitor({ width, height: 844 })
      await page.goto(casino.address)
      await page.locator('article').nth(4).waitFor()
      assert.equal(await page.locator('article').count(), 5)
      assert.deepEqual(await violations(page), [])
      await page.getByRole('searchbox').fill('massachusetts cover')
      assert.equal(await page.locator('article').count(), 1)
      assert.deepEqual(page.faults, [])
    })
  }

  test('in Spanish, in the light', async () => {
    const page = await casino.visitor({ locale: 'es-US', prefs: { theme: 'light' } })
    await page.goto(casino.address)
    await page.getByRole('heading', { name: 'Mesas' }).waitFor()
    assert.equal(await page.getAttribute('html', 'lang'), 'es')
    assert.deepEqual(await violations(page), [])
  })

  test('a one-time link signs in once, and its token leaves the address', async () => {
    const [, token] = /surveillance\s+\S+\/welcome#(\S+)/.exec(casino.said)
    const page = await casino.visitor()
    await page.goto(`${casino.address}/welcome#${token}`)
    await page.getByRole('button', { name: 'Sign in with this link' }).waitFor()
    assert.ok(!page.url().includes(token))
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Sign in with this link' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    const again = await casino.visitor()
    await again.goto(`${casino.address}/welcome#${token}`)
    await again.getByRole('button', { name: 'Sign in with this link' }).click()
    await again.locator('.notice.refused').waitFor()
  })

  test('sign-in refuses a stranger in a sentence', async () => {
    const page = await casino.visitor()
    await page.goto(`${casino.address}/signin`)
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('Name').fill('nobody')
    await page.getByLabel('Password').fill('nothing at all')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('.notice.refused').waitFor()
    assert.deepEqual(await violations(page), [])
  })
})

describe('table', { concurrency: true }, () => {
  test('a whole round with the keyboard alone', async () => {
    const page = await casino.visitor()
    await sitDown(casino, page, 'md14')
    await headline(page, /Place your bets/)
    const chips = await amount(page, 0)
    for (const key of ['3', 'a', '2', 'p', 'p', 's', 'g']) {
      await page.keyboard.press(key)
      await page.waitForTimeout(250)
    }
    await until('the bets', async () => (await amount(page, 1)) === 41)
    assert.equal(await amount(page, 0), chips - 41)
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('z')
    await until('the undo', async () => (await amount(page, 1)) === 40)
    await page.keyboard.press('g')
    await until('the chip again', async () => (await amount(page, 1)) === 41)

    await headline(page, /Your decision/)
    await page.keyboard.press('l')
    await page.getByRole('img', { name: /Your position \d: .+ of .+, .+ of .+, .+ of / }).waitFor()
    assert.deepEqual(await violations(page), [])
    const before = page.sent.filter(({ type, act }) => type === 'do' && act.do === 'decide').length
    await page.keyboard.press('p')
    await page.keyboard.press('p')
    await page.locator('.name.own', { hasText: 'plays' }).waitFor()
    const decisions = page.sent.filter(({ type, act }) => type === 'do' && act.do === 'decide').length - before
    assert.equal(decisions, 1, 'a double press is one command')

    const paid = page.locator('[data-paid=own]').first()
    await paid.waitFor({ timeout: 60_000 })
    await page.keyboard.press('w')
    await page.locator('.why .law', { hasText: 'md14:' }).first().waitFor()
    assert.deepEqual(await violations(page), [])

    await headline(page, /Place your bets/)
    await page.getByText(/You won|You lost|You broke even/).waitFor()
    await page.getByRole('button', { name: 'Why?' }).click()
    await page.locator('.lines .law', { hasText: 'md14:' }).first().waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('o')
    await page.getByRole('button', { name: /Proof of round/ }).first().waitFor()
    await page.keyboard.press('k')
    await page.getByText('Paytable D').waitFor()
    await page.keyboard.press('r')
    await until('the repeated bets', async () => (await amount(page, 1)) === 41)
    assert.deepEqual(page.faults, [])
  })

  test('a fold on a phone, by touch', async () => {
    const page = await casino.visitor({ width: 390, height: 844, hasTouch: true, prefs: { deck: 'four' } })
    await sitDown(casino, page, 'ma')
    await headline(page, /Place your bets/)
    await page.getByRole('radio', { name: '$5 chip', exact: true }).tap()
    await page.getByRole('button', { name: /^Ante, position/ }).tap()
    await until('the ante', async () => (await amount(page, 1)) === 5)
    await page.getByRole('button', { name: /^Cover all, position/ }).tap()
    await until('cover all', async () => (await amount(page, 1)) === 10)
    assert.deepEqual(await violations(page), [])
    await headline(page, /Your decision/)
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Fold' }).tap()
    await page.locator('.name.own', { hasText: 'folded' }).waitFor()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.equal(wide, 390, 'nothing hangs over the edge of a phone')
    assert.deepEqual(page.faults, [])
  })

  test('two positions for one person, and a second tab', async () => {
    const page = await casino.visitor()
    await sitDown(casino, page, 'sd')
    await headline(page, /Place your bets/)
    await page.locator('button.name.free').first().click()
    await until('the second position', async () => (await page.locator('.name.own').count()) === 2)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await until('the second tab', async () => (await other.locator('.name.own').count()) === 2)
    assert.deepEqual(await violations(page), [])
    const chips = await amount(page, 0)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Tip', exact: true }).click()
    await page.getByLabel('Amount in dollars').fill('much')
    await page.getByRole('button', { name: 'Tip', exact: true }).click({ trial: true })
    await page.keyboard.press('Enter')
    await page.getByText('Please enter an amount').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: '$5', exact: true }).click()
    await until('the tip', async () => (await amount(page, 0)) === chips - 5)
  })
})

test('a killed server: the order given meanwhile is done once, and the page says what happened', async () => {
  const page = await casino.visitor()
  await sitDown(casino, page, 'tribal')
  await headline(page, /Place your bets/)
  await page.keyboard.press('3')
  await page.keyboard.press('a')
  await headline(page, /Your decision/)
  await page.locator('footer').getByRole('button', { name: /^Fold/ }).click({ trial: true })
  // The order is given to a server that says nothing any more, and then is gone.
  casino.server.kill('SIGSTOP')
  await page.keyboard.press('f')
  await casino.kill()
  await page.getByText('The connection to the server is lost').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.keyboard.press('f')
  await casino.start()
  await page.locator('.name.own', { hasText: 'folded' }).waitFor()
  const ids = page.sent.filter(({ type, act }) => type === 'do' && act.do === 'decide').map(({ id }) => id)
  assert.equal(new Set(ids).size, 1)
  assert.deepEqual(page.faults, [])
})
