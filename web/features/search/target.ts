import { Globe, type LucideIcon } from 'lucide-react'
import type { SearchEntity } from '#contract/search.api.ts'
import { hrefFrom, hrefOf, routeOf } from '#web/platform/route.ts'
import { addressOfRecordPage } from '#web/record/record-address.ts'

/** The icon of an entity, as in the menu. */
export function iconOf(noun: SearchEntity): LucideIcon {
  return routeOf(noun)?.icon ?? Globe
}

/** The address of the page that shows a result. */
export function hrefOfResult({
  noun,
  id,
  version_id,
}: {
  noun: SearchEntity
  id: number
  version_id?: number | null
}): string {
  const place = addressOfRecordPage(noun, id)
  if (place) return hrefFrom(place.name, { params: place.params ?? {}, search: place.search ?? {} })
  return hrefOf('admin_page', { params: { id }, search: { tab: 'text', version: version_id } })
}
