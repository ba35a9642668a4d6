import type { ReactNode } from 'react'
import { mayOpen } from '#web/platform/access.ts'
import { PageLink } from '#web/platform/page.tsx'
import { routeOf } from '#web/platform/route.ts'
import { useRole } from '#web/platform/session.ts'
import { addressOfRecordPage, type PageAddress } from '#web/record/record-address.ts'
import type { EvidenceAttrs, MentionAttrs } from './body-types.ts'

type LinkedEntity = MentionAttrs['noun'] | EvidenceAttrs['noun']
type Props = {
  noun: LinkedEntity
  id: number
  className?: string | undefined
  title?: string | undefined
  children: ReactNode
}

function addressOfRecord(noun: LinkedEntity, id: number): PageAddress | undefined {
  if (noun === 'page') return { name: 'admin_page', params: { id } }
  if (noun === 'diff') return { name: 'admin_diff_detail', search: { id } }
  return addressOfRecordPage(noun, id)
}

/** A record's name as a link to its page; plain text for roles without such a page. */
export function RecordLink({ noun, id, className, title, children }: Props) {
  const role = useRole()
  const linkProps = { className, title, children }
  const place = addressOfRecord(noun, id)
  const row = place && routeOf(place.name)
  if (!place || !row || !mayOpen(row, role)) return <span {...linkProps} />
  // The params of a place match its name, but the types accept any name with any params.
  return <PageLink to={place.name} params={place.params as never} search={place.search ?? {}} {...linkProps} />
}
