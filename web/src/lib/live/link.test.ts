import { expect, test } from 'vitest'
import type { ServerMessage } from '../wire'
import { wait } from './backoff'
import { ANSWER_WITHIN, Link, OPEN_WITHIN, QUIET_AFTER, type Socket } from './link'

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

const VIEW = '{"type":"floor","tables":[]}'

test('a network that swallows everything is noticed within ten seconds of the last message', () => {
  expect(QUIET_AFTER + ANSWER_WITHIN).toBeLessThanOrEqual(10_000)
  const { link, sockets, log, pass } = world()
  link.start()
  sockets[0]?.onopen?.()
  // The last message comes just before the silence would have been noticed.
  pass(QUIET_AFTER - 1)
  sockets[0]?.onmessage?.({ data: VIEW })
  pass(QUIET_AFTER - 1)
  expect(log).not.toContain('probe')
  pass(1)
  expect(log.at(-1)).toBe('probe')
  pass(ANSWER_WITHIN - 1)
  expect(link.state.is).toBe('open')
  pass(1)
  expect(log.at(-1)).toBe('waiting')
  expect(sockets[0]?.closed).toBe(true)
})

test('a quiet link that answers is kept, and asked again when it is quiet again', () => {
  const { link, sockets, log, pass } = world()
  link.start()
  sockets[0]?.onopen?.()
  const asked = (): number => log.filter((said) => said === 'probe').length
  // The answer may come at once, or at the last moment.
  for (const [i, took] of [0, 100, ANSWER_WITHIN - 1].entries()) {
    pass(QUIET_AFTER)
    expect(asked()).toBe(i + 1)
    pass(took)
    sockets[0]?.onmessage?.({ data: VIEW })
  }
  pass(QUIET_AFTER - 1)
  expect(link.state.is).toBe('open')
  expect(sockets.length).toBe(1)
})

test('an impatient person does not put off when a dead link is given up', () => {
  const { link, sockets, log, pass } = world()
  link.start()
  sockets[0]?.onopen?.()
  pass(QUIET_AFTER)
  for (let i = 0; i < ANSWER_WITHIN / 1000; i++) {
    link.nudge()
    pass(1000)
  }
  expect(log.filter((said) => said === 'probe').length).toBe(1)
  expect(link.state.is).toBe('waiting')
})

test('without a network the link is lost at once, and with one it is tried at once', () => {
  const { link, sockets, pass } = world()
  link.start()
  sockets[0]?.onopen?.()
  link.offline()
  expect(link.state.is).toBe('waiting')
  // The next attempt hangs in the dead network; the new one does not wait for its end.
  pass(250)
  expect(link.state.is).toBe('connecting')
  link.online()
  expect(sockets.length).toBe(3)
  sockets[2]?.onopen?.()
  expect(link.state.is).toBe('open')
  // Late events of earlier attempts do not affect it.
  sockets[1]?.onclose?.()
  pass(OPEN_WITHIN - ANSWER_WITHIN - QUIET_AFTER)
  expect(link.state.is).toBe('open')
})

test('an open link must show that it outlived the break', () => {
  const { link, sockets, log, pass } = world()
  link.start()
  sockets[0]?.onopen?.()
  link.online()
  expect(log.at(-1)).toBe('probe')
  pass(ANSWER_WITHIN)
  expect(link.state.is).toBe('waiting')
})

test('an ended link stays ended, whatever the network does', () => {
  const { link, sockets } = world()
  link.start()
  link.end({ code: 'sign_in', refused: 'the session is over: sign in again', why: { kind: 'session_over' } })
  link.offline()
  link.online()
  expect(link.state.is).toBe('ended')
  expect(sockets.length).toBe(1)
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
