import { describe, expect, test } from 'vitest'
import { contrast, dress, rgb } from './look'

const at = (values: Record<string, string>, name: string) => rgb(values[name] ?? '') ?? [0, 0, 0]

describe('the colours of a house', () => {
  test('nothing given changes nothing', () => {
    expect(dress(undefined)).toEqual({})
    expect(dress({})).toEqual({})
  })

  test('a dark felt stays as it is', () => {
    expect(dress({ felt: '#0f5d45' })['--felt']).toBe('#0f5d45')
  })

  // Whatever a house writes, everything printed on the felt is readable: WCAG AA.
  const felts = ['#ffffff', '#000000', '#ffff00', '#ff0000', '#808080', '#16456e', '#dcb45a']
  for (const felt of felts)
    test.each(felts)(`what is printed on ${felt} in %s has contrast`, (accent) => {
      const made = dress({ felt, accent, back: felt })
      for (const ground of ['--felt', '--felt-light', '--felt-deep']) {
        expect(contrast(at(made, '--felt-line'), at(made, ground))).toBeGreaterThanOrEqual(4.5)
        expect(contrast([255, 255, 255], at(made, ground))).toBeGreaterThanOrEqual(4.5)
      }
      expect(contrast(at(made, '--card-back'), at(made, '--card-back-line'))).toBeGreaterThanOrEqual(3)
      expect(contrast(at(made, '--card-back'), [255, 255, 255])).toBeGreaterThanOrEqual(3)
    })

  test('what is not a colour is left out', () => {
    expect(dress({ felt: 'red; background: url(x)' })).toEqual({})
  })
})
