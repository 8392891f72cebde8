import type { Face } from './wire'

export type Suit = 's' | 'h' | 'd' | 'c'
export interface Card {
  rank: string
  suit: Suit
}

/** `Td` is the ten of diamonds; the index shows `10`. */
export function read(face: Face): Card {
  const rank = face.slice(0, -1)
  return { rank: rank === 'T' ? '10' : rank, suit: face.slice(-1) as Suit }
}

/** The pips, drawn in a box of 100 by 100. */
export const PIPS: Record<Suit, string> = {
  s: 'M50 3C58 22 94 38 94 65 94 82 82 90 71 90 63 90 57 86 54 80 55 88 58 94 66 98H34C42 94 45 88 46 80 43 86 37 90 29 90 18 90 6 82 6 65 6 38 42 22 50 3Z',
  h: 'M50 96C44 78 4 58 4 30 4 14 16 5 28 5 39 5 47 12 50 22 53 12 61 5 72 5 84 5 96 14 96 30 96 58 56 78 50 96Z',
  d: 'M50 2C60 22 72 38 88 50 72 62 60 78 50 98 40 78 28 62 12 50 28 38 40 22 50 2Z',
  c: 'M50 3C63 3 73 13 73 26 73 34 69 40 64 44 68 42 72 41 75 41 88 41 98 51 98 64 98 77 88 86 76 86 66 86 58 81 54 73 55 85 58 93 66 98H34C42 93 45 85 46 73 42 81 34 86 24 86 12 86 2 77 2 64 2 51 12 41 25 41 28 41 32 42 36 44 31 40 27 34 27 26 27 13 37 3 50 3Z',
}
