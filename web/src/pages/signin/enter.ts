import { Refused } from '../../lib/api'
import { t } from '../../lib/i18n/i18n.svelte'
import { live } from '../../lib/live/live.svelte'
import { notices } from '../../lib/told/notices.svelte'
import { router } from '../../lib/shell/router.svelte'
import type { Me } from '../../lib/wire'

/** The page on which somebody's work begins. */
export function homeOf(me: Me): string {
  const table = me.tables?.[0]
  if (me.roles.includes('floorperson') || me.roles.includes('supervisor')) return '/floor'
  if (me.roles.includes('dealer') && table) return `/dealer/${encodeURIComponent(table)}`
  return '/'
}

/** Signs somebody in by this request, and goes to the page on which their work begins. */
export async function enter(request: () => Promise<Me>): Promise<void> {
  try {
    const me = await request()
    live.renew()
    notices.say(t('signin.in', { name: me.name ?? '' }))
    router.go(homeOf(me), true)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    notices.refuse(error.why)
  }
}
