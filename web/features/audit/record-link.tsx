import type { AuditEntry } from '#contract/audit.ts'
import { PageLink } from '#web/platform/page.tsx'

const pages = { og: 'og_detail', person: 'person_detail', event: 'event_detail', report: 'report_detail' } as const
/** Lists that open one of their records by `?id=`. */
const lists = { upload: 'upload', issue: 'issue' } as const

/** A record by its name, leading to its page where it has one and is still there. */
export function RecordLink({ entry: { noun, record_id, title } }: { entry: AuditEntry }) {
  if (record_id === null) return null
  const text = title ?? `#${record_id}`
  const page = title === null ? undefined : pages[noun as keyof typeof pages]
  if (page)
    return (
      <PageLink to={page} params={{ id: record_id }}>
        {text}
      </PageLink>
    )
  const list = title === null ? undefined : lists[noun as keyof typeof lists]
  if (list)
    return (
      <PageLink to={list} search={{ id: record_id }}>
        {text}
      </PageLink>
    )
  return <span>{text}</span>
}
