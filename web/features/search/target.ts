import { Building2, CalendarDays, FileText, Globe, type LucideIcon, Upload, UserRound } from 'lucide-react'
import type { SearchNoun } from '#contract/search.ts'
import { hrefOf } from '#web/platform/route.ts'

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
  if (noun === 'og') return hrefOf('og_detail', { params: { id } })
  if (noun === 'person') return hrefOf('person_detail', { params: { id } })
  if (noun === 'event') return hrefOf('event_detail', { params: { id } })
  if (noun === 'report') return hrefOf('report_detail', { params: { id } })
  if (noun === 'upload') return hrefOf('upload', { search: { id } })
  return hrefOf('admin_page', { params: { id }, search: { version: version_id } })
}
