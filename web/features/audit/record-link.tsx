import type { AuditEntry } from '#contract/audit.api.ts'
import { PageLink } from '#web/platform/page.tsx'
import { addressOfRecordPage, type PageAddress } from '#web/record/record-address.ts'

function addressOfRecord(noun: string, id: number): PageAddress | undefined {
  if (noun === 'page') return { name: 'admin_page', params: { id } }
  // All lists share one page.
  return noun === 'list' ? { name: 'admin_list' } : addressOfRecordPage(noun, id)
}

/** A record's name, as a link if the record has a page and still exists. */
export function RecordLink({ entry: { noun, record_id, title } }: { entry: AuditEntry }) {
  if (record_id === null) return null
  const text = title ?? `#${record_id}`
  const place = title === null ? undefined : addressOfRecord(noun, record_id)
  if (place)
    return (
      // The params of a place match its name, but the types accept any name with any params.
      <PageLink to={place.name} params={(place.params ?? {}) as never} search={place.search ?? {}}>
        {text}
      </PageLink>
    )
  return <span>{text}</span>
}
