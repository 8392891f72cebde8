// The sign at a table: what it shows, what it says when the connection is lost, and that it can run for days.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { quickly } from './deal.mjs'
import { Casino, Client, house, until, violations } from './house.mjs'

/** @type {Casino} */
let casino
before(async () => {
  const manned = { automation: 'dealer = "person"\npace = "full"', people: 'betting_seconds = 600\ndecision_seconds = 600' }
  casino = await Casino.open({ houses: { ma: await house('ma', manned), md14: await house('md14', { automation: 'pace = "full"' }) } })
})
after(() => casino.close())

/** What a page costs the browser, after garbage collection. */
async function cost(session) {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

describe('the sign', { concurrency: false }, () => {
  for (const [width, height, theme] of [[1920, 1080, 'dark'], [1080, 1920, 'light'], [390, 844, 'dark']])
    test(`paytables, limits, meters and Cover All at ${width} × ${height}`, async () => {
      const page = await casino.visitor({ width, height, prefs: { theme } })
      await page.goto(`${casino.address}/display/ma`)
      await page.getByRole('heading', { name: 'Back Bay Casino' }).waitFor()
      for (const name of ['Limits', 'Ante bonus', 'Pair plus', 'Six card bonus', 'Three-card progressive', 'Envy bonus', 'Five-card progressive'])
        await page.getByRole('heading', { name, exact: true }).waitFor()
      // Before the betting the whole matrix, one column for each number of players.
      assert.equal(await page.locator('table thead th').count(), 8)
      assert.equal(await page.locator('.meters .meter').count(), 3)
      assert.deepEqual(await violations(page), [])
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.equal(over, 0, 'nothing hangs over the edge')
      if (width > 390) {
        const cut = await page.locator('.body').evaluate((body) => [body.scrollWidth - body.clientWidth, body.scrollHeight - body.clientHeight])
        assert.ok(cut[0] <= 1 && cut[1] <= 1, `nothing is cut off: ${cut}`)
      }
      assert.deepEqual(page.faults, [])
      await page.close()
    })

  test('follows the round: meters grow, and Cover All shows the number of players', async () => {
    const page = await casino.visitor({ width: 1920, height: 1080 })
    await page.goto(`${casino.address}/display/ma`)
    const figure = page.locator('.meters .figure').first()
    const before = await figure.textContent()
    const guest = await Client.guest(casino.address, 'ma', 3, 'sign-player')
    const dealer = await casino.client('dealer')
    await quickly({ table: 'ma', dealer, stop: ({ phase, next }) => phase === 'betting' && !next })
    for (const [wager, amount] of [['ante', 500], ['progressive', 100], ['cover_all', 500]])
      await guest.act('ma', { do: 'wager', position: 3, wager, amount })
    const decide = async () => {
      await guest.act('ma', { do: 'look', position: 3 })
      await guest.act('ma', { do: 'decide', position: 3, decision: 'play' })
    }
    await quickly({ table: 'ma', dealer, decide, stop: ({ players }) => players === 1 })
    await until('the meter', async () => (await figure.textContent()) !== before)
    // The column of the round's own number of players, in place of the matrix.
    await page.locator('section.one').getByText('1 player').waitFor()
    assert.equal(await page.locator('table thead th').count(), 2)
    assert.deepEqual(await violations(page), [])
    await page.close()
  })

  test('thousands of updates leave nothing behind, and new pages are loaded automatically', async () => {
    const page = await casino.visitor({ width: 1920, height: 1080 })
    let socket
    let view
    let welcome
    await page.routeWebSocket(/\/api\/v1\/live/, (route) => {
      socket = route
      const server = route.connectToServer()
      server.onMessage((text) => {
        const message = JSON.parse(text)
        if (message.type === 'view') view = message
        if (message.type === 'welcome') welcome = message
        route.send(text)
      })
      route.onMessage((text) => server.send(text))
    })
    await page.goto(`${casino.address}/display/md14`)
    await page.locator('.meters .figure').first().waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    let version = view.view.version + 1_000_000
    /** Rounds as they would come over days: phases, meters and news, one message after another. */
    const feed = async (count) => {
      for (let i = 0; i < count; i++) {
        version += 1
        const phase = ['betting', 'closing', 'dealing', 'deciding', 'showdown'][i % 5]
        const meters = view.view.meters.map((meter) => ({ ...meter, shows: meter.shows + version }))
        const news = [{ version, round: 1, at: Date.now(), by: { role: 'dealer', person: 'robot' }, event: 'bets_closed', what: { event: 'bets_closed' }, text: `Update ${version}.` }]
        socket.send(JSON.stringify({ ...view, view: { ...view.view, version, phase, meters, round: 1 + Math.floor(version / 50) }, news }))
        if (i % 100 === 99) await page.waitForTimeout(20)
      }
      await page.waitForTimeout(300)
    }
    await feed(1500)
    const early = await cost(session)
    await feed(4500)
    const late = await cost(session)
    console.log(`# display after 1,500 and 6,000 updates: nodes ${early.Nodes} and ${late.Nodes}, listeners ${early.JSEventListeners} and ${late.JSEventListeners}, heap ${Math.round(early.JSHeapUsedSize / 1024)} and ${Math.round(late.JSHeapUsedSize / 1024)} KiB`)
    assert.ok(late.Nodes <= early.Nodes * 1.1 + 50, 'nodes grow')
    assert.ok(late.JSEventListeners <= early.JSEventListeners + 5, 'listeners grow')
    assert.ok(late.JSHeapUsedSize <= early.JSHeapUsedSize + 1_500_000, 'the heap grows')
    await page.evaluate(() => (globalThis.old = true))
    socket.send(JSON.stringify({ ...welcome, build: 'another build' }))
    await until('the new pages', async () => !(await page.evaluate(() => globalThis.old).catch(() => true)))
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  test('says clearly that the connection is lost, and goes on when it is back', async () => {
    const page = await casino.visitor({ width: 1920, height: 1080 })
    await page.goto(`${casino.address}/display/ma`)
    await page.locator('.meters .figure').first().waitFor()
    await casino.kill()
    await page.getByRole('alert').waitFor()
    assert.deepEqual(await violations(page), [])
    await casino.start()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.locator('.meters .figure').first().waitFor()
    assert.deepEqual(page.faults.filter((fault) => !/ERR_CONNECTION/.test(fault)), [])
  })
})
