import type { ReactNode } from 'react'
import { editors, ogReaders, type Role, reportReaders, uploaders } from '#contract/role.ts'
import { PageLink } from '#web/platform/page.tsx'
import { useRole } from '#web/platform/session.ts'
import { placeOfRecord } from '#web/record/place.ts'
import type { EvidenceAttrs, MentionAttrs } from './body-types.ts'

type Noun = MentionAttrs['noun'] | EvidenceAttrs['noun']
type Props = { noun: Noun; id: number; className?: string | undefined; title?: string | undefined; children: ReactNode }

const readers: Record<Noun, readonly Role[]> = {
  og: ogReaders,
  person: ogReaders,
  event: ogReaders,
  report: reportReaders,
  upload: uploaders,
  page: editors,
  diff: ['admin'],
  page_version: [],
}

/** A record's name as a link to its page; plain text for those whose role has no such page. */
export function RecordLink({ noun, id, className, title, children }: Props) {
  const role = useRole()
  const look = { className, title, children }
  if (role === null || !readers[noun].includes(role)) return <span {...look} />
  const place = placeOfRecord(noun, id)
  if (place) return <PageLink to={place.name} params={place.params as never} search={place.search ?? {}} {...look} />
  if (noun === 'page') return <PageLink to="admin_page" params={{ id }} {...look} />
  if (noun === 'diff') return <PageLink to="admin_diff_detail" search={{ id }} {...look} />
  return <span {...look} />
}
