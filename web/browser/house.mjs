// What the browser tests use: the real server in its own folder, the built pages in front of it, and Chromium.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { preview } from 'vite'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const AXE = await readFile(here('../node_modules/axe-core/axe.min.js'), 'utf8')

/** The policy under which the server sends the pages: nothing inline, nothing from elsewhere. */
const POLICY =
  "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src 'self'; object-src 'none'"

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The binary: named by QUEENHIGH, or the newest build of the workspace. */
function binary() {
  const built = ['release', 'debug'].map((profile) => here(`../../target/${profile}/queenhigh`))
  const found = [process.env.QUEENHIGH, ...built].find((path) => path && existsSync(path))
  if (!found) throw new Error('no queenhigh to test: build it with `cargo build`, or name it in QUEENHIGH')
  return found
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

async function until(what, test, milliseconds = 20_000) {
  const end = Date.now() + milliseconds
  for (;;) {
    const found = await test()
    if (found) return found
    if (Date.now() > end) throw new Error(`waited ${milliseconds} ms for ${what}, which did not come`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** A separate casino: server, pages and browser. If houses are given, it opens only these: a table's id and its house. */
export class Casino {
  static async open({ houses = {}, robots = 0 } = {}) {
    const casino = new Casino()
    casino.data = await mkdtemp(join(tmpdir(), 'queenhigh-pages-'))
    // The demo floor has company of its own.
    casino.flags = Object.keys(houses).length > 0 ? ['--robots', String(robots)] : ['--demo']
    for (const [id, text] of Object.entries(houses)) {
      const path = join(casino.data, `${id}.toml`)
      await writeFile(path, text)
      casino.flags.push('--house', path)
    }
    casino.port = await freePort()
    await casino.start()
    await casino.servePages()
    casino.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS })
    return casino
  }

  /** Starts the server, or starts it again after a kill. */
  async start() {
    this.server = spawn(binary(), ['serve', '--data', this.data, '--listen', `127.0.0.1:${this.port}`, ...this.flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    this.server.stdout.on('data', (text) => {
      said += text
      // The staff's one-time links are printed only at the first start.
      if (said.includes('#')) this.said = said
    })
    await until('the server', () => fetch(`http://127.0.0.1:${this.port}/api/v1/tables`).then((answer) => answer.ok, () => false))
  }

  /** Ends the server as a power cut would. */
  async kill() {
    const gone = new Promise((resolve) => this.server.once('exit', resolve))
    this.server.kill('SIGKILL')
    await gone
  }

  /** The built pages before the server, under its own policy. A binary with the pages inside serves them itself, unless
   *  PAGES=dist says that those in `dist` are to be tested. */
  async servePages() {
    const own = await fetch(`http://127.0.0.1:${this.port}/`).then((answer) => answer.text(), () => '')
    if (own.includes('id="page"') && process.env.PAGES !== 'dist') {
      this.address = `http://127.0.0.1:${this.port}`
      return
    }
    const target = `http://127.0.0.1:${this.port}`
    this.pages = await preview({
      root: here('..'),
      logLevel: 'error',
      preview: {
        host: '127.0.0.1',
        port: await freePort(),
        headers: { 'Content-Security-Policy': POLICY },
        proxy: { '/api': { target, ws: true, changeOrigin: false } },
      },
    })
    this.address = this.pages.resolvedUrls.local[0].replace(/\/$/, '')
  }

  /** A person with their own browser. Errors on its console are kept. */
  async visitor({ width = 1440, height = 900, locale = 'en-US', prefs = {}, ...more } = {}) {
    const context = await this.browser.newContext({ viewport: { width, height }, locale, ...more })
    await context.addInitScript((kept) => localStorage.setItem('queenhigh.prefs', kept), JSON.stringify(prefs))
    const page = await context.newPage()
    page.faults = []
    page.sent = []
    page.on('pageerror', (error) => page.faults.push(error.message))
    page.on('console', (line) => {
      // A refused connection while the server is down is the point of that test.
      if (line.type() === 'error' && !line.text().includes('WebSocket connection')) page.faults.push(line.text())
    })
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => page.sent.push(JSON.parse(payload))))
    return page
  }

  /** The token of a staff member's one-time link. */
  token(name) {
    return new RegExp(`^  ${name}\\s+\\S+#(\\S+)$`, 'm').exec(this.said)[1]
  }

  /** A member of the staff with their own browser, signed in by the one-time link; later calls give the same person. */
  async staff(name, visitor = {}) {
    const page = await this.visitor(visitor)
    await page.goto(`${this.address}/signin`)
    await this.client(name)
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await until(`${name} signed in`, () => page.getByText(name, { exact: true }).count())
    return page
  }

  /** The same person without a browser, to do quickly what a test is not about. */
  async client(name) {
    this.known ??= new Map()
    if (!this.known.has(name)) {
      const client = new Client(this.address)
      this.known.set(name, client.post('/link', { token: this.token(name), password: PASSWORD }).then(() => client))
    }
    return this.known.get(name)
  }

  /** The second person approves what waits at a table. */
  async approve(name, table) {
    const second = await this.client(name)
    await second.post('/session/confirm', { password: PASSWORD })
    const waiting = await until(`what waits at ${table}`, async () =>
      (await second.get('/approvals')).find(({ what }) => what.table === table))
    return second.post(`/approvals/${waiting.id}`, { approve: true })
  }

  async close() {
    await this.browser?.close()
    await this.pages?.close()
    await this.kill()
    await rm(this.data, { recursive: true, force: true })
  }
}

const PASSWORD = 'correct horse battery staple'

/** The first of two people asks, in the dialog that opens automatically. */
export async function ask(page, reason) {
  const dialog = page.getByRole('dialog', { name: 'This needs a second person' })
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await closed(page)
}

/** The second person finds it in the floor's queue, and answers it. */
async function answered(page, name) {
  await page.locator('section[aria-labelledby=approvals-title]').getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  // Nobody approves without having read what it will do.
  await dialog.locator('.will').getByText(/void|goes? back|meter/i).first().waitFor()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name, exact: true }).click()
  await closed(page)
}
export const approve = (page) => answered(page, 'Approve')
export const decline = (page) => answered(page, 'Decline')

/** Somebody without a browser: what a test is not about is done quickly. */
export class Client {
  #cookies = new Map()

  constructor(address) {
    this.address = address
  }

  async ask(method, path, body) {
    const headers = { Accept: 'application/json', Origin: this.address }
    if (this.#cookies.size > 0) headers.Cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (this.csrf) headers['X-Csrf-Token'] = this.csrf
    if (body) headers['Content-Type'] = 'application/json'
    const answer = await fetch(`${this.address}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) })
    // The session and the browser have a cookie each.
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)
      this.#cookies.set(name, value)
    }
    const said = await answer.json().catch(() => null)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${said?.refused}`)
    if (said?.csrf) this.csrf = said.csrf
    return said
  }

  post = (path, body) => this.ask('POST', path, body)
  get = (path) => this.ask('GET', path)
  view = async (table, role = 'player') => (await this.get(`/tables/${table}?role=${role}`)).view
  act = (table, act, role = 'player') =>
    this.post(`/tables/${table}/acts`, { id: randomBytes(16).toString('hex'), table, role, act })

  /** A guest at a table with chips. */
  static async guest(address, table, position, name) {
    const client = new Client(address)
    await client.post('/guest', { name })
    await client.act(table, { do: 'sit', position })
    await client.act(table, { do: 'buy_in', amount: 100_000 })
    return client
  }
}

/** An example house with changes: the name of each section and the lines added to it. */
export async function house(code, sections = {}) {
  let text = await readFile(here(`../../houses/${code}.toml`), 'utf8')
  for (const [name, lines] of Object.entries(sections)) {
    const head = `[${name}]\n`
    text = text.includes(head) ? text.replace(head, head + lines + '\n') : `${text}\n${head}${lines}\n`
  }
  return text
}

/** A phone, and a screen at which everything has its place. */
const PHONE = { width: 390, height: 844 }
const SCREEN = { width: 1440, height: 900 }

const ALL = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** What another theme can change: only colours. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

async function found(page, look, runOnly) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const { violations: all } = await page.evaluate((only) => globalThis.axe.run(document, { runOnly: only, resultTypes: ['violations'] }), runOnly)
  return all.map(({ id, nodes }) => `${look}: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

/** Another size, once the page has drawn itself in it. */
async function resize(page, size) {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** What axe-core finds on the page as it stands; nothing is what we want. The state is looked at in the dark and in the
 *  light, as wide as it is and on a phone (or, where it is one, on a screen); it is left as it was. */
export async function violations(page) {
  const own = page.viewportSize()
  const theme = await page.evaluate(() => document.documentElement.dataset.theme)
  const other = theme === 'dark' ? 'light' : 'dark'
  const dress = (name) => page.evaluate((wanted) => (document.documentElement.dataset.theme = wanted), name)
  const all = []
  for (const size of [own, own.width === PHONE.width ? SCREEN : PHONE]) {
    if (size !== own) await resize(page, size)
    all.push(...(await found(page, `${theme}, ${size.width} px`, ALL)))
    await dress(other)
    all.push(...(await found(page, `${other}, ${size.width} px`, COLOURS)))
    await dress(theme)
  }
  await resize(page, own)
  return all
}

/** The line that says what is happening, as soon as it matches. */
export async function headline(page, pattern, milliseconds = 90_000) {
  const line = page.locator('.status .head')
  return until(
    `the headline ${pattern}`,
    async () => {
      const text = await line.textContent()
      return pattern.test(text) ? text : ''
    },
    milliseconds,
  )
}

/** No dialog is left, not even one that is hidden and about to go: until then the page takes no keys. */
export const closed = (page) => until('no dialog', async () => (await page.locator('dialog').count()) === 0)

/** The tables, by the text on their cards in the lobby. */
export const HOUSES = {
  ma: 'Back Bay Casino',
  md14: 'Chesapeake Hall',
  md2014: 'Patapsco House',
  sd: 'Deadwood Gulch Saloon',
  tribal: 'Three Rivers Casino Resort',
}

/** Sits down from the lobby in one click, and has chips. */
export async function sitDown(casino, page, table, words = 'Sit down') {
  await page.goto(casino.address)
  await page.getByRole('button', { name: `${words}: ${HOUSES[table]}` }).click()
  // What the page shows says why somebody did not sit down.
  await page.locator('.name.own').waitFor().catch(async (error) => {
    throw new Error(`${page.url()} shows: ${(await page.locator('body').innerText()).slice(0, 600)}`, { cause: error })
  })
  await until('chips', async () => /[1-9]/.test(await page.locator('.purse b').first().textContent()))
}

export { until }
