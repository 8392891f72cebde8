import { keyOf, type Payment } from './bets'

/** The payment being explained, and where it is on the screen. */
class Why {
  key = $state<string | null>(null)
  at = $state.raw({ x: 0, y: 0, above: true })

  show(payment: Payment, element: Element): void {
    const box = element.getBoundingClientRect()
    const above = box.top > innerHeight / 2
    this.key = keyOf(payment.position, payment.wager)
    this.at = { x: box.left + box.width / 2, y: above ? box.top - 8 : box.bottom + 8, above }
  }

  hide(): void {
    this.key = null
  }
}

export const why = new Why()
