// What the browser tests stand on: the real server in a folder of its own, the built pages before it, and Chromium.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
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
    if (Date.now() > end) throw new Error(`waited ${milliseconds} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** A casino of its own: server, pages and browser. */
export class Casino {
  static async open() {
    const casino = new Casino()
    casino.data = await mkdtemp(join(tmpdir(), 'queenhigh-pages-'))
    casino.port = await freePort()
    await casino.start()
    await casino.servePages()
    casino.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS })
    return casino
  }

  /** Starts the server, or starts it again after a kill. */
  async start() {
    this.server = spawn(binary(), ['serve', '--data', this.data, '--listen', `127.0.0.1:${this.port}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.said = ''
    this.server.stdout.on('data', (text) => (this.said += text))
    await until('the server', () => fetch(`http://127.0.0.1:${this.port}/api/v1/tables`).then((answer) => answer.ok, () => false))
  }

  /** Ends the server as a power cut would. */
  async kill() {
    const gone = new Promise((resolve) => this.server.once('exit', resolve))
    this.server.kill('SIGKILL')
    await gone
  }

  /** The built pages before the server, under its own policy. A binary with the pages inside serves them itself. */
  async servePages() {
    const own = await fetch(`http://127.0.0.1:${this.port}/`).then((answer) => answer.text(), () => '')
    if (own.includes('id="page"')) {
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

  /** Somebody with a browser of their own. What the console says about errors is kept. */
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

  async close() {
    await this.browser?.close()
    await this.pages?.close()
    await this.kill()
    await rm(this.data, { recursive: true, force: true })
  }
}

/** What axe-core finds on the page as it stands; nothing is what we want. */
export async function violations(page) {
  await page.evaluate(AXE)
  const { violations: found } = await page.evaluate(() =>
    globalThis.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

/** The line that says what is happening, as soon as it fits. */
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

/** The tables by what stands on their cards in the lobby. */
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
  await page.locator('.name.own').waitFor()
  await until('chips', async () => /[1-9]/.test(await page.locator('.purse b').first().textContent()))
}

export { until }
