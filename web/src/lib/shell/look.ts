import type { Look } from '../wire'

/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
const INK: Rgb = [236, 220, 170]

export function rgb(text: string): Rgb | null {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)
  return digits ? [parseInt(digits[1]!, 16), parseInt(digits[2]!, 16), parseInt(digits[3]!, 16)] : null
}

const hex = (colour: Rgb): string => '#' + colour.map((part) => part.toString(16).padStart(2, '0')).join('')

const mixed = (a: Rgb, b: Rgb, share: number): Rgb => {
  const part = (from: number, to: number): number => Math.round(from + (to - from) * share)
  return [part(a[0], b[0]), part(a[1], b[1]), part(a[2], b[2])]
}

/** How light a colour is to the eye, as WCAG counts it. */
function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((part) => {
    const of = part / 255
    return of <= 0.04045 ? of / 12.92 : ((of + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** The colour, moved towards another until it contrasts enough with a background. */
function until(colour: Rgb, towards: Rgb, ground: (colour: Rgb) => number, wanted: number): Rgb {
  let found = colour
  for (let share = 0; share <= 1 && ground(found) < wanted; share += 0.04) found = mixed(colour, towards, share)
  return ground(found) < wanted ? towards : found
}

/** The brightest part of the felt, on which everything must still be readable. */
const lit = (felt: Rgb): Rgb => mixed(felt, WHITE, 0.12)

/** The design system's values in a house's colours. A colour that would be unreadable is adjusted until it is not. */
export function dress(look: Look | undefined): Record<string, string> {
  const all: Record<string, string> = {}
  const given = look?.felt ? rgb(look.felt) : null
  const accent = (look?.accent ? rgb(look.accent) : null) ?? INK
  if (given) {
    const felt = until(given, BLACK, (colour) => contrast(lit(colour), WHITE), 5)
    all['--felt'] = hex(felt)
    all['--felt-light'] = hex(lit(felt))
    all['--felt-deep'] = hex(mixed(felt, BLACK, 0.45))
    all['--felt-line'] = hex(until(mixed(accent, WHITE, 0.3), WHITE, (colour) => contrast(colour, lit(felt)), 4.5))
  }
  const back = look?.back ? rgb(look.back) : null
  if (back) {
    const paper = until(back, BLACK, (colour) => contrast(colour, WHITE), 3)
    all['--card-back'] = hex(paper)
    all['--card-back-line'] = hex(until(accent, WHITE, (colour) => contrast(colour, paper), 3))
  }
  return all
}

/** Gives an element the house's colours. */
export function dressed(look: Look | undefined): (element: HTMLElement | SVGElement) => () => void {
  const values = Object.entries(dress(look))
  return (element) => {
    for (const [name, value] of values) element.style.setProperty(name, value)
    return () => values.forEach(([name]) => element.style.removeProperty(name))
  }
}
