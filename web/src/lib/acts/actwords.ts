import { t, word, words } from '../i18n/i18n.svelte'
import { fieldOf } from './offers'
import type { Act, Field, Holder, Offer } from '../wire'

export function holderWords(holder: Holder): string {
  if (holder === 'dealer') return t('dealer.holder.dealer')
  if (holder === 'community') return t('dealer.holder.community')
  return t('dealer.holder.position', { n: holder.position })
}

type Bag = Record<string, string | number>

function bag(act: Act): Bag {
  const all: Bag = {}
  for (const [name, value] of Object.entries(act))
    if (typeof value === 'string' || typeof value === 'number') all[name] = value
  if (typeof all['wager'] === 'string') all['wager'] = word('wager', all['wager'])
  if (typeof all['level'] === 'string') all['level'] = word('level', all['level'])
  for (const name of ['amount', 'float', 'takes', 'pays'])
    if (typeof all[name] === 'number') all[name] = words.money(all[name])
  return all
}

/** What an act is called on its button: short, with where and how much. */
export function actWords(act: Act): string {
  const values = bag(act)
  switch (act.do) {
    case 'shuffle':
      return t(`dealer.do.shuffle.${act.method}`, values)
    case 'receive_deck':
      return t(act.preshuffled ? 'dealer.do.receive_deck.preshuffled' : 'dealer.do.receive_deck', values)
    case 'idle':
      return t(act.face_up ? 'dealer.do.idle.up' : 'dealer.do.idle', values)
    case 'resolve':
      return t(`dealer.do.resolve.${act.resolution}`, values)
    case 'rule_leaver':
      return t(`dealer.do.rule_leaver.${act.verdict}`, values)
    case 'count_stub':
      return t(act.short ? 'dealer.do.count_stub.short' : act.misdealt ? 'dealer.do.count_stub.misdealt' : 'dealer.do.count_stub', values)
    case 'rack':
      return t(act.counted == null ? 'dealer.do.rack' : 'dealer.do.rack.counted', { ...values, holder: holderWords(act.holder) })
    case 'correct':
      return t('dealer.do.correct', { ...values, holder: holderWords(act.holder) })
    case 'report':
      return irregularWords(act)
    case 'set_device':
      return t('dealer.do.set_device', { device: word('dealer.device', act.device), status: word('dealer.status', act.status) })
    case 'settle':
      return t('dealer.do.settle', values)
    default:
      return t(`dealer.do.${act.do}`, values)
  }
}

function irregularWords(act: Extract<Act, { do: 'report' }>): string {
  const what = word('dealer.irregular', act.what)
  return act.holder == null ? what : t('dealer.holder.at', { what, holder: holderWords(act.holder) })
}

/** What an offer is called: a number that is free to choose is left out. */
export function offerWords(offer: Offer): string {
  if (!fieldOf(offer, 'number')) return actWords(offer)
  switch (offer.do) {
    case 'count_stub':
      if (offer.short) return t('dealer.do.free.count_stub.short')
      return t(offer.misdealt ? 'dealer.do.free.count_stub.misdealt' : 'dealer.do.free.count_stub')
    case 'cut':
    case 'recut':
    case 'collect':
    case 'deal':
    case 'device_count':
      return t(`dealer.do.free.${offer.do}`, bag(offer))
    default:
      return actWords(offer)
  }
}

/** What a text field is called. */
export function fieldWords(offer: Offer, { field }: Field): string {
  if (field === 'document') return t('dealer.form.document')
  return t(field === 'text' || offer.do === 'resume' ? 'dealer.form.ruling' : 'dealer.form.reason')
}
