import type { Notification } from '#contract/notification.api.ts'
import type { Role } from '#contract/role.ts'
import { mayOpen } from '#web/platform/access.ts'
import { hrefFrom, routeOf } from '#web/platform/route.ts'
import { addressOfRecordPage, type PageAddress } from '#web/record/record-address.ts'

function recordPlace(noun: string, id: number): PageAddress | undefined {
  const place = addressOfRecordPage(noun, id)
  if (place) return place
  if (noun === 'page') return { name: 'admin_page', params: { id } }
  if (noun === 'diff') return { name: 'admin_diff_detail', search: { id } }
  if (noun === 'login') return { name: 'admin_audit', search: { act: 'login_limited' } }
  if (noun === 'session') return { name: 'user_info' }
  if (noun === 'webhook') return { name: 'user_webhook', search: { id } }
  if (noun === 'word' || noun === 'word_level') return { name: 'admin_words' }
  return undefined
}

/** A notification about one page leads to its change or version; one about several pages leads to their list. */
function addressOfNotification({
  kind,
  noun,
  record_id,
  count,
  target,
  detail,
}: Notification): PageAddress | undefined {
  if (noun === 'more') return detail.beyond === true ? { name: 'notification', search: { show: 'beyond' } } : undefined
  if (kind === 'figure_alert') return { name: 'admin_page', params: { id: record_id }, search: { tab: 'figures' } }
  if (!target) return recordPlace(noun, record_id)
  if (count > 1 && kind === 'changed_page' && noun === 'og' && target.noun === 'diff')
    return { name: 'admin_diff', search: { og_id: record_id } }
  if (count > 1 && (kind === 'mentioned' || kind === 'maybe_mentioned'))
    return { name: 'og', params: { id: record_id }, ...recordPlace(noun, record_id), search: { tab: 'mentions' } }
  if (target.diff !== undefined) return { name: 'admin_diff_detail', search: { id: target.diff } }
  if (target.noun === 'diff') return { name: 'admin_diff_detail', search: { id: target.id } }
  if (target.noun === 'page')
    return {
      name: 'admin_page',
      params: { id: target.id },
      ...(target.version !== undefined && { search: { version: target.version } }),
    }
  return recordPlace(target.noun, target.id)
}

/** The address of an entry's target, if the role can open it. */
export function hrefOfEntry(item: Notification, role: Role | null): string | undefined {
  return hrefWhere(addressOfNotification(item), role)
}

export function hrefOfRecord(noun: string, id: number, role: Role | null): string | undefined {
  return hrefWhere(recordPlace(noun, id), role)
}

function hrefWhere(place: PageAddress | undefined, role: Role | null): string | undefined {
  const row = place && routeOf(place.name)
  if (!place || !row || !mayOpen(row, role)) return undefined
  return hrefFrom(place.name, { params: place.params ?? {}, search: place.search ?? {} })
}
