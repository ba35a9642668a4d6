import type { AuditEntry } from '#contract/audit.ts'
import { PageLink } from '#web/platform/page.tsx'
import { placeOfRecord } from '#web/record/place.ts'

/** A record by its name, leading to its page where it has one and is still there. */
export function RecordLink({ entry: { noun, record_id, title } }: { entry: AuditEntry }) {
  if (record_id === null) return null
  const text = title ?? `#${record_id}`
  const place = title === null ? undefined : placeOfRecord(noun, record_id)
  if (place)
    return (
      // A place's params fit its own name; the types see any name with any params.
      <PageLink to={place.name} params={place.params as never} search={place.search ?? {}}>
        {text}
      </PageLink>
    )
  return <span>{text}</span>
}
