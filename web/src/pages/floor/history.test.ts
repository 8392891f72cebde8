import { expect, test } from 'vitest'
import { note, sparkline, type Sample } from './history'

test('only changes are kept', () => {
  let samples: readonly Sample[] = []
  samples = note(samples, 0, 100)
  samples = note(samples, 5000, 100)
  samples = note(samples, 9000, 150)
  expect(samples).toEqual([
    { at: 0, cents: 100 },
    { at: 9000, cents: 150 },
  ])
})

test('changes within a second are one', () => {
  let samples: readonly Sample[] = [{ at: 0, cents: 100 }]
  samples = note(samples, 2000, 110)
  samples = note(samples, 2400, 120)
  expect(samples).toEqual([
    { at: 0, cents: 100 },
    { at: 2000, cents: 120 },
  ])
})

test('days of samples stay few, with the first and the last among them', () => {
  let samples: readonly Sample[] = []
  for (let i = 0; i < 5000; i++) samples = note(samples, i * 2000, i)
  expect(samples.length).toBeLessThanOrEqual(240)
  expect(samples[0]).toEqual({ at: 0, cents: 0 })
  expect(samples.at(-1)).toEqual({ at: 4999 * 2000, cents: 4999 })
})

test('the line begins at the left, steps up and ends at the right', () => {
  const samples = [
    { at: 0, cents: 0 },
    { at: 500, cents: 100 },
  ]
  expect(sparkline(samples, 1000, 100, 20)).toBe('M0 19.0H50.0V1.0H100')
  expect(sparkline([{ at: 0, cents: 5 }], 1000, 100, 20)).toBe('M0 10.0H100')
  expect(sparkline([], 0, 100, 20)).toBe('')
})
