import type { AuditEntry } from '#contract/audit.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { addressOfRecordPage, type PageAddress } from '#web/record/record-address.ts'
import { auditMessages } from './messages.ts'

function addressOfRecord(noun: string, id: number): PageAddress | undefined {
  if (noun === 'page') return { name: 'admin_page', params: { id } }
  // All lists share one page.
  return noun === 'list' ? { name: 'admin_list' } : addressOfRecordPage(noun, id)
}

/** A record's name, as a link if the record has a page and still exists; the number of records that a list showed. */
export function RecordLink({ entry: { noun, record_id, title, detail } }: { entry: AuditEntry }) {
  const t = useT(auditMessages)
  if (record_id === null) {
    const { list, count } = detail
    return list && typeof count === 'number' ? <span className="quiet">{t('inList', { count })}</span> : null
  }
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
