import { Building2, CalendarDays, FileText, Globe, type LucideIcon, Upload, UserRound } from 'lucide-react'
import type { SearchNoun } from '#contract/search.ts'
import { hrefFrom, hrefOf } from '#web/platform/route.ts'
import { placeOfRecord } from '#web/record/place.ts'

export const nounIcons: Record<SearchNoun, LucideIcon> = {
  og: Building2,
  person: UserRound,
  event: CalendarDays,
  report: FileText,
  upload: Upload,
  page: Globe,
}

/** Where what was found is read. */
export function hrefOfFound({
  noun,
  id,
  version_id,
}: {
  noun: SearchNoun
  id: number
  version_id?: number | null
}): string {
  const place = placeOfRecord(noun, id)
  if (place) return hrefFrom(place.name, { params: place.params ?? {}, search: place.search ?? {} })
  return hrefOf('admin_page', { params: { id }, search: { version: version_id } })
}
