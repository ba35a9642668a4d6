import type { ReactNode } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { AccessLines } from '#web/ui/form/access-lines.tsx'
import { reachOf } from '#web/ui/form/access-reach.ts'
import { recordMessages } from './messages.ts'
import css from './record.module.css'
import { RecordSection } from './record-page.tsx'

type DescProps = { desc: string | null; sum?: string | null; title?: string; mark?: ReactNode }

/** A record's description; nothing is shown without one. `sum`: its summary, above it; `mark`: the mark of its sources. */
export function DescSection({ desc, sum = null, title, mark }: DescProps) {
  const tRecord = useT(recordMessages)
  if (!desc && !sum) return null
  return (
    <RecordSection title={title ?? tRecord('desc')} more={desc && mark}>
      {sum && <p className={css.sum}>{sum}</p>}
      {desc && <p className={css.desc}>{desc}</p>}
    </RecordSection>
  )
}

/** The users who can read and change the record. */
export function AccessSection({ record }: { record: Parameters<typeof reachOf>[0] }) {
  const tRecord = useT(recordMessages)
  return (
    <RecordSection title={tRecord('access')}>
      <ul>
        <AccessLines reach={reachOf(record)} />
      </ul>
    </RecordSection>
  )
}
