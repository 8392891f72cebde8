import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Guard, GUARD_MS, guarded } from './guard.svelte'

const CLICK = { detail: 1 }
const SECOND = { detail: 2 }
/** Enter or Space on a focused button. */
const KEY = { detail: 0 }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const after = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds)

test('what has just appeared is not accepted, by click or by key, until the time is over', () => {
  const guard = new Guard()
  guard.see('fold, play')
  expect([guard.takes(CLICK), guard.takes(KEY)]).toEqual([false, false])
  after(GUARD_MS - 1)
  expect(guard.takes(CLICK)).toBe(false)
  after(1)
  expect([guard.takes(CLICK), guard.takes(KEY)]).toEqual([true, true])
})

test('each change restarts the time; the same offer again does not', () => {
  const guard = new Guard()
  guard.see('fold at 3')
  after(GUARD_MS - 100)
  guard.see('fold at 5')
  after(GUARD_MS - 1)
  expect(guard.ready).toBe(false)
  guard.see('fold at 5')
  after(1)
  expect(guard.ready).toBe(true)
})

test('the second click of a double click is never accepted, however slow the double click is', () => {
  const guard = new Guard()
  guard.see('leave')
  after(10 * GUARD_MS)
  expect([guard.takes(CLICK), guard.takes(SECOND)]).toEqual([true, false])
})

test('two presses of the next step close together are one, also when the step looks the same', () => {
  const guard = new Guard()
  guard.press()
  after(GUARD_MS - 1)
  expect(guard.ready).toBe(false)
  after(1)
  expect(guard.ready).toBe(true)
})

test('a person who presses every half second is never slowed down', () => {
  const guard = new Guard()
  guard.see('step 0')
  after(GUARD_MS)
  for (let step = 1; step <= 20; step++) {
    expect(guard.takes(CLICK), `step ${step}`).toBe(true)
    guard.press()
    // The way to the server and back.
    after(step * 10)
    guard.see(`step ${step}`)
    after(GUARD_MS - step * 10)
  }
})

test('an answer that comes late leaves time to see it', () => {
  const guard = new Guard()
  guard.press()
  after(GUARD_MS - 10)
  guard.see('the next step')
  after(GUARD_MS / 2 - 1)
  expect(guard.ready).toBe(false)
  after(1)
  expect(guard.ready).toBe(true)
  guard.press()
  after(2 * GUARD_MS)
  guard.see('a step after a long wait')
  after(GUARD_MS - 1)
  expect(guard.ready).toBe(false)
})

test('a refused click reaches neither the button nor its form, and is forgotten', () => {
  const button = new EventTarget()
  const done: string[] = []
  const guard = new Guard()
  const drop = guarded(guard)(button as HTMLElement)
  button.addEventListener('click', () => done.push('act'))
  const click = (detail: number): boolean => {
    const event = new Event('click', { cancelable: true, bubbles: true })
    return button.dispatchEvent(Object.defineProperty(event, 'detail', { value: detail }))
  }
  guard.see('fold')
  expect([click(1), done]).toEqual([false, []])
  after(GUARD_MS)
  expect(done).toEqual([])
  expect([click(1), click(2), done]).toEqual([true, false, ['act']])
  drop()
  expect(click(2)).toBe(true)
})
