import { expect, test } from 'vitest'
import type { ServerMessage } from '../wire'
import { wait } from './backoff'
import { Link, type Socket } from './link'

class FakeSocket implements Socket {
  sent: string[] = []
  closed = false
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.closed = true
  }
}

/** A world with its own clock: timers run when the time is moved. */
function world() {
  const sockets: FakeSocket[] = []
  const heard: ServerMessage[] = []
  const log: string[] = []
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const link = new Link(
    {
      open: () => {
        const socket = new FakeSocket()
        sockets.push(socket)
        return socket
      },
      now: () => now,
      random: () => 1,
      later: (milliseconds, run) => {
        const timer = { at: now + milliseconds, run }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
    },
    {
      state: (state) => log.push(state.is),
      up: () => log.push('up'),
      message: (message) => heard.push(message),
      probe: () => log.push('probe'),
    },
  )
  const pass = (milliseconds: number): void => {
    const until = now + milliseconds
    for (;;) {
      const next = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      now = next.at
      timers = timers.filter((timer) => timer !== next)
      next.run()
    }
    now = until
  }
  return { link, sockets, heard, log, pass }
}

test('waiting doubles and stays under ten seconds', () => {
  expect([0, 1, 2, 3].map((attempt) => wait(attempt, 1))).toEqual([250, 500, 1000, 2000])
  expect(wait(50, 1)).toBe(10_000)
  expect(wait(3, 0)).toBe(1200)
})

test('a lost link comes back and says so', () => {
  const { link, sockets, log, pass } = world()
  link.start()
  sockets[0]?.onopen?.()
  expect(link.send({ type: 'watch_floor' })).toBe(true)
  sockets[0]?.onclose?.()
  expect(link.send({ type: 'watch_floor' })).toBe(false)
  pass(250)
  sockets[1]?.onopen?.()
  expect(log).toEqual(['connecting', 'open', 'up', 'waiting', 'connecting', 'open', 'up'])
  expect(sockets[0]?.sent).toEqual(['{"type":"watch_floor"}'])
})

test('what an old socket says after it was given up is not heard', () => {
  const { link, sockets, heard } = world()
  link.start()
  sockets[0]?.onopen?.()
  link.renew()
  sockets[0]?.onmessage?.({ data: '{"type":"problem","code":"old","refused":"old"}' })
  expect(heard).toEqual([])
  expect(sockets[0]?.closed).toBe(true)
})

test('a quiet link is asked, and given up when it does not answer', () => {
  const { link, sockets, log, pass } = world()
  link.start()
  sockets[0]?.onopen?.()
  pass(25_000)
  expect(log.at(-1)).toBe('probe')
  pass(5_000)
  expect(log.at(-1)).toBe('waiting')
})

test('a quiet link that answers is kept', () => {
  const { link, sockets, log, pass } = world()
  link.start()
  sockets[0]?.onopen?.()
  pass(25_000)
  pass(100)
  sockets[0]?.onmessage?.({ data: '{"type":"floor","tables":[]}' })
  pass(5_000)
  expect(log.at(-1)).toBe('probe')
  expect(link.state.is).toBe('open')
})

test('a nudge while waiting tries at once', () => {
  const { link, sockets } = world()
  link.start()
  sockets[0]?.onclose?.()
  link.nudge()
  expect(sockets.length).toBe(2)
})

test('an ended link is not opened again', () => {
  const { link, sockets, pass } = world()
  link.start()
  sockets[0]?.onopen?.()
  link.end({ code: 'sign_in', refused: 'the session is over: sign in again', why: { kind: 'session_over' } })
  sockets[0]?.onclose?.()
  pass(60_000)
  expect(sockets.length).toBe(1)
})
