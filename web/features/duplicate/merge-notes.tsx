import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import { listEvents } from '#contract/event.api.ts'
import { listMemberships } from '#contract/membership.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import css from './merge.module.css'
import { readersOf } from './merge-choice.ts'
import { duplicateMessages } from './messages.ts'
import type { AnyRecord } from './records.ts'

type Props = { noun: MergeEntity; records: readonly AnyRecord[]; target: AnyRecord }

/** Explains the other effects of a merge: links move, access is restricted. */
export function MergeNotes({ noun, records, target }: Props) {
  const t = useT(duplicateMessages)
  const parts = useLinkCounts(
    noun,
    records.filter(record => record !== target),
  )
  return (
    <div className={css.notes}>
      <section>
        <h3>{t('links')}</h3>
        <p>{t('linksText')}</p>
        {parts.length > 0 && <p>{t('linkCounts', { parts: parts.join(' · ') })}</p>}
      </section>
      <section>
        <h3>{t('access')}</h3>
        <Access records={records} />
      </section>
    </div>
  )
}

function Access({ records }: { records: readonly AnyRecord[] }) {
  const t = useT(duplicateMessages)
  const { nameOf } = useVisibleUsers()
  const readers = readersOf(records)
  if (readers === null) return <p>{t('accessOpen')}</p>
  const text = readers.length === 0 ? t('accessNobody') : t('accessNarrow', { names: readers.map(nameOf).join(', ') })
  return <Alert type="warning" showIcon title={text} />
}

/** Entities whose events and memberships are counted by requests; the links of others are in the record. */
const isLinked: Record<MergeEntity, boolean> = { og: true, person: true, event: false }

/** The number of links of the merged records that this user can see. */
function useLinkCounts(noun: MergeEntity, sources: readonly AnyRecord[]): string[] {
  const t = useT(duplicateMessages)
  const ids = sources.map(record => String(record.id))
  const sent = { pageSize: 1, [noun]: ids }
  const hasLists = isLinked[noun] && ids.length > 0
  const events = useQuery({ ...endpointQuery(listEvents, { query: sent }), enabled: hasLists })
  const members = useQuery({ ...endpointQuery(listMemberships, { query: sent }), enabled: hasLists })
  const sum = (field: string) =>
    sources.reduce((total, record) => total + (Array.isArray(record[field]) ? record[field].length : 0), 0)
  const counts = [
    ['memberships', hasLists ? (members.data?.total ?? 0) : 0],
    ['events', hasLists ? (events.data?.total ?? 0) : 0],
    ['relations', noun === 'person' ? sum('relations') : 0],
    ['ogs', noun === 'event' ? sum('ogs') : 0],
    ['persons', noun === 'event' ? sum('persons') : 0],
  ] as const
  return counts.filter(([, count]) => count > 0).map(([key, count]) => t(key, { count }))
}
