// A dealer at the console: does the next step by the keyboard, keys physical cards in, and asks for the others when it is their turn.
import { until } from './house.mjs'

/** The key presses for cards such as `As Kd Qh`. */
const keys = (cards) => [...cards.replaceAll(' ', '')]

/** Which of the round's cards a step asks for. */
function cardsFor(next, cards) {
  if (next.do === 'reveal_dealer') return cards.dealer
  if (next.do === 'reveal_community') return cards.community
  return next.do === 'reveal' ? cards[next.position] : undefined
}

/**
 * Goes on at a table until `stop` says so.
 * `cards`: what is turned up; `decide`: what a position does at its turn; `floor`: what the floor does when it is asked.
 */
export async function deal({ table, page, dealer, cards = {}, decide = async () => {}, floor, stop, seen = async () => {} }) {
  for (;;) {
    const view = await dealer.view(table, 'dealer')
    if (stop(view)) return view
    const { next } = view
    if (next?.by === 'dealer') {
      await until(`${table}: the console at version ${view.version}`, () => page.locator(`main[data-version="${view.version}"]`).count())
      await seen(view)
      const faces = cardsFor(next, cards)
      if (faces) for (const key of keys(faces)) await page.keyboard.press(key)
      // A step that has only just come is not ready yet.
      await page.locator('#next[aria-disabled=false]').waitFor()
      await page.keyboard.press('Enter')
    } else if (next && next.by !== 'player' && next.by !== 'device' && floor) {
      await floor(next, view)
    } else if (view.turn != null) {
      await decide(view.turn, view)
      // A leaver must be ruled on first.
      await until(`${table}: the decision of position ${view.turn}`, async () => {
        const now = await dealer.view(table, 'dealer')
        return now.turn !== view.turn || now.next
      })
      continue
    }
    await until(`${table}: something after ${next?.by} ${next?.do} at version ${view.version}`, async () => {
      const now = await dealer.view(table, 'dealer')
      return now.version > view.version || stop(now)
    })
  }
}

/** The act of the next step, without its description. */
export function actOf({ by: _, step: __, ...act }) {
  return act
}

/** The same without a browser, for tests that are about something else: every step of the dealer until `stop`. */
export async function quickly({ table, dealer, cards = {}, decide = async () => {}, stop }) {
  for (let waited = 0; waited < 400; waited++) {
    const view = await dealer.view(table, 'dealer')
    if (stop(view)) return view
    const { next } = view
    if (next?.by === 'dealer') {
      const act = actOf(next)
      const faces = cardsFor(next, cards)
      if (faces) act.cards = faces.split(' ')
      await dealer.act(table, act, 'dealer')
      waited = 0
    } else if (view.turn != null) await decide(view.turn, view)
    else await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${table}: nothing more happens`)
}
