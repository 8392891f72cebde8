// Every page and state that the other tests skip: axe-core finds nothing in the dark and in the light, on a screen
// and on a phone. And what the house says to a person, in the person's language: refusals, rules, hints, reminders.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Casino, closed, headline, house, sitDown, until, violations } from './house.mjs'

/** @type {Casino} */
let casino
before(async () => {
  const quick = { automation: 'pace = "full"', people: 'betting_seconds = 4\ndecision_seconds = 600' }
  const protection = 'reminder_minutes = 1\nloss_day = "$500"\nself_exclusion = true'
  casino = await Casino.open({
    houses: { sd: await house('sd', { ...quick, protection }), tribal: await house('tribal', quick), md14: await house('md14', quick) },
  })
})
after(() => casino.close())

/** Changes what goes over the page's socket: `sent` what the page says, `heard` what the server says. */
async function between(page, { sent = (message) => message, heard = (message) => message }) {
  await page.routeWebSocket(/\/api\/v1\/live/, (route) => {
    const server = route.connectToServer()
    server.onMessage((text) => route.send(JSON.stringify(heard(JSON.parse(text)))))
    route.onMessage((text) => server.send(JSON.stringify(sent(JSON.parse(text)))))
  })
}

const clean = async (page, state) => assert.deepEqual(await violations(page), [], state)
const inPlay = async (page) => Number((await page.locator('.purse b').nth(1).textContent()).replace(/[^0-9.]/g, ''))

/** From the ante to the player's decision, with the cards seen. */
async function toDecision(page, look = /^Look/, yours = /Your decision/) {
  await page.keyboard.press('2')
  await page.keyboard.press('a')
  await headline(page, yours)
  const button = page.getByRole('button', { name: look })
  if (await button.count()) await button.first().click()
}

describe('pages and states', { concurrency: 2 }, () => {
  test('a lobby without tables, one whose filter matches nothing, and the sign-in pages', async () => {
    const page = await casino.visitor()
    await between(page, { heard: (message) => (message.type === 'floor' ? { ...message, tables: [] } : message) })
    await page.goto(casino.address)
    await page.getByText('No table is open.').waitFor()
    await clean(page, 'no tables')
    await page.close()
    const other = await casino.visitor()
    await other.goto(casino.address)
    await other.locator('article').first().waitFor()
    await clean(other, 'tables')
    await other.getByRole('searchbox').fill('deadwood')
    await until('one table', async () => (await other.locator('article').count()) === 1)
    await clean(other, 'filtered')
    await other.getByRole('searchbox').fill('atlantis')
    await other.getByText('No table matches this filter.').waitFor()
    await clean(other, 'nothing fits')
    await other.goto(`${casino.address}/signin`)
    await other.getByLabel('Password').waitFor()
    await clean(other, 'sign-in')
    await other.goto(`${casino.address}/welcome`)
    await other.getByText('This address has no token').waitFor()
    await clean(other, 'welcome without a token')
    await other.close()
  })

  test('a spectator, and every dialog of a player', async () => {
    const page = await casino.visitor()
    await page.goto(`${casino.address}/table/sd`)
    await page.getByText('You are watching this table').waitFor()
    await clean(page, 'spectator')
    await sitDown(casino, page, 'sd')
    await headline(page, /Place your bets|Place an ante/)
    await clean(page, 'before the first wager')
    for (const [name, open, shown] of [
      ['rules', 'i', 'The dealer plays with'],
      ['paytables', 'k', 'Paytable'],
      ['history', 'o', 'No round has ended yet'],
      ['log', 'j', ''],
      ['help', '?', 'Single-key shortcuts can be turned off'],
      ['chips', 'b', 'You buy chips with play money'],
    ]) {
      await page.keyboard.press(open)
      if (shown) await page.getByText(shown).first().waitFor()
      await clean(page, name)
      if (await page.getByRole('dialog').count()) await page.keyboard.press('Escape')
      await closed(page)
    }
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await clean(page, 'settings')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More' }).click()
    await clean(page, 'more')
    await page.getByRole('button', { name: 'Your limits' }).click()
    await page.getByRole('dialog', { name: 'Your limits' }).waitFor()
    await page.getByRole('button', { name: 'Exclude myself' }).click()
    await page.getByText('Nobody can end it earlier').waitFor()
    await clean(page, 'limits')
    await page.close()
  })

  test('a round with its hint, settlement, story and proof, and a notice of a refusal', async () => {
    const page = await casino.visitor()
    let spoil = false
    // A client that asks for one cent: the page itself never does.
    await between(page, {
      sent: (message) => (spoil && message.act?.do === 'wager' ? { ...message, act: { ...message.act, amount: 1 } } : message),
    })
    await sitDown(casino, page, 'md14')
    await headline(page, /Place your bets|Place an ante/)
    spoil = true
    await page.keyboard.press('a')
    const notice = page.locator('.notice.refused')
    await notice.getByText('the minimum is $').waitFor()
    assert.match(await notice.locator('.law').textContent(), /md14:|READING/)
    await clean(page, 'a refusal')
    spoil = false
    await toDecision(page)
    await clean(page, 'decision')
    await page.keyboard.press('h')
    await page.getByText('Counted over all hands of the dealer').waitFor()
    await clean(page, 'hint')
    await page.keyboard.press('p')
    await page.getByText(/You won|You lost|You broke even/).first().waitFor()
    await clean(page, 'result')
    await page.keyboard.press('o')
    await page.getByRole('button', { name: /Proof of round/ }).first().waitFor()
    await page.getByText(/^Story of round/).first().click()
    await page.locator('details ol li').nth(8).waitFor()
    await clean(page, 'history and story')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: /Proof of round/ }).first().click()
    await file
    await clean(page, 'proof')
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  test('what can be read beside the felt, on a phone', async () => {
    const page = await casino.visitor({ width: 390, height: 844 })
    await page.goto(`${casino.address}/table/tribal`)
    await page.getByRole('button', { name: 'This round' }).click()
    for (const tab of ['This round', 'Pays', 'Rules', 'History']) {
      await page.getByRole('tab', { name: tab }).click()
      await clean(page, `${tab} on a phone`)
    }
    await page.close()
  })
})

describe('in Spanish', { concurrency: 2 }, () => {
  const ENGLISH = /\b(the|your|wager|with|dealer|player|plays|counted|over|hands?|position|limit|minimum|name|password)\b/i

  test('a refusal of the rules and one of the house, with amounts and clauses', async () => {
    const page = await casino.visitor({ locale: 'es-US' })
    let spoil = true
    await between(page, {
      sent: (message) => (spoil && message.act?.do === 'wager' ? { ...message, act: { ...message.act, amount: 1 } } : message),
    })
    await sitDown(casino, page, 'sd', 'Sentarse')
    await headline(page, /Hagan sus apuestas|Ponga un ante/)
    await page.keyboard.press('a')
    const notice = page.locator('.notice.refused')
    await notice.getByText('el mínimo es $5').waitFor()
    assert.match(await notice.locator('.law').textContent(), /sd:|READING/)
    spoil = false
    // The player's own limit, far below the next wager.
    await page.getByRole('button', { name: 'Más' }).click()
    await page.getByRole('button', { name: 'Sus límites' }).click()
    await page.getByLabel(/Pérdida máxima en un día/).fill('12.50')
    await page.getByRole('button', { name: 'Fijar mis límites' }).click()
    await page.getByText('Sus límites están fijados.').first().waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    // A key right after the panel closed is dropped, and a smaller chip would be a wager within the limit: wait until
    // the chip is chosen before it is put down.
    await closed(page)
    const chip = page.getByRole('radio').nth(2)
    await until('the third chip', async () => {
      await page.keyboard.press('3')
      return (await chip.getAttribute('aria-checked')) === 'true'
    })
    const limited = notice.getByText('con esta apuesta podría perder hoy más que su límite de $12.50')
    await until('the limit', async () => {
      await page.keyboard.press('a')
      return limited.isVisible()
    })
    for (const text of await notice.locator('p').allInnerTexts()) assert.doesNotMatch(text, ENGLISH)
    assert.deepEqual(page.faults.filter((fault) => !/422/.test(fault)), [])
    await page.close()
  })

  test('the rules, the paytables and the hint', async () => {
    const page = await casino.visitor({ locale: 'es-US' })
    await sitDown(casino, page, 'tribal', 'Sentarse')
    await page.keyboard.press('i')
    await page.getByText('El crupier juega con dama alta o mejor.').waitFor()
    await page.getByText(/^Quien se retira pierde ante/).waitFor()
    for (const rule of await page.locator('aside li > span:first-child').allTextContents()) assert.doesNotMatch(rule, ENGLISH)
    await page.keyboard.press('k')
    await page.getByRole('rowheader', { name: /escalera de color/i }).first().waitFor()
    for (const row of await page.locator('aside tbody tr').allInnerTexts()) assert.doesNotMatch(row, /straight|pair\b|\bto\b|\bof\b/i)
    const sign = await page.context().newPage()
    await sign.goto(`${casino.address}/display/sd`)
    await sign.locator('dt', { hasText: 'escalera de color' }).first().waitFor()
    for (const line of await sign.locator('dl div').allInnerTexts()) assert.doesNotMatch(line, /straight|flush|\bto\b|\bof\b|\bfor\b/i)
    await sign.close()
    await toDecision(page, /^Mirar/, /Su decisión/)
    await page.keyboard.press('h')
    assert.doesNotMatch(await page.getByRole('region', { name: 'Consejo' }).innerText(), ENGLISH)
    await page.getByText('Contado sobre todas las manos del crupier').waitFor()
    await page.close()
  })

  test('on the sign-in page', async () => {
    const page = await casino.visitor({ locale: 'es-US' })
    await page.goto(`${casino.address}/signin`)
    await page.getByLabel('Nombre').fill('nadie')
    await page.getByLabel('Contraseña').fill('nada de nada')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.locator('.notice.refused').getByText('el nombre o la contraseña no es correcto').waitFor()
    for (const [path, words] of [['/table/nowhere', 'no hay ninguna mesa nowhere'], ['/display/nowhere', 'no hay ninguna mesa nowhere']]) {
      await page.goto(casino.address + path)
      await page.getByText(words).first().waitFor()
    }
    await page.close()
  })
})

test('a player is reminded of time and result, and plays on', async () => {
  const page = await casino.visitor()
  await sitDown(casino, page, 'sd')
  await headline(page, /Place your bets|Place an ante/)
  await toDecision(page)
  const staked = await inPlay(page)
  assert.ok(staked > 0)
  const dialog = page.getByRole('dialog', { name: 'Time for a break?' })
  await dialog.waitFor({ timeout: 100_000 })
  // Chips on the layout count as lost until they come back.
  assert.match(await dialog.innerText(), new RegExp(`You have played for 1 minute\\. This sitting: -\\$${staked}\\. Today: -\\$${staked}\\.`))
  await clean(page, 'reminder')
  await dialog.getByRole('button', { name: 'Keep playing' }).click()
  await closed(page)
  await page.keyboard.press('f')
  await page.getByText(`You lost $${staked}`).first().waitFor()
  assert.deepEqual(page.faults, [])
  await page.close()
})
