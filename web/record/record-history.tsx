import { useInfiniteQuery } from '@tanstack/react-query'
import type { HistoryEntry } from '#contract/history.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { type ComparedValues, spread } from '#web/ui/form/compare.ts'
import type { FieldFormatters } from '#web/ui/formatter.ts'
import { HistoryView } from '#web/ui/history/history-view.tsx'
import { recordMessages } from './messages.ts'
import { useRegisteredFormatters } from './parts.tsx'
import type { PageRecord } from './record-calls.ts'
import type { RecordConfig } from './record-config.ts'
import { RecordSection } from './record-page.tsx'

export type HistoryQuery = Parameters<typeof HistoryView>[0]['pages']
type PresentValues = { present: ComparedValues; fields?: readonly string[] }

const latestAtMost = 3

/**
 * The changes loaded so far. `values` are all field values, before and after, whose names must be looked up; `others`
 * are the formatters of fields that linked entities write into this history.
 */
export function useRecordHistory<R extends PageRecord>(config: RecordConfig<R>, id: number) {
  const historyQuery = useInfiniteQuery(config.calls.history(id))
  const entries: HistoryEntry[] = historyQuery.data?.pages.flatMap(page => page.items) ?? []
  const values = entries
    .flatMap(entry => entry.changes)
    .flatMap(({ field, from, to }) => [
      { field, value: from },
      { field, value: to },
    ])
  return { historyQuery, entries, values, others: useRegisteredFormatters(config.noun, entries) }
}

type Props<R extends PageRecord> = {
  config: RecordConfig<R>
  record: R
  historyQuery: HistoryQuery
  formatters: FieldFormatters
  /** The record in the format of its history, and the fields that can be restored if not all can. */
  now: PresentValues
}

/** The whole history; users who can change the record can restore values from it. */
export function RecordHistory<R extends PageRecord>({ config, record, historyQuery, formatters, now }: Props<R>) {
  const entries = historyQuery.data?.pages.flatMap(page => page.items) ?? []
  const restore = (entryId: number, field: string) => config.calls.bringValueBack(record, entryId, field)
  const restoring = record.can.includes('update') ? { ...withCustom(now, entries), restore } : undefined
  return <HistoryView pages={historyQuery} formatters={formatters} restoring={restoring} />
}

/** Custom fields have their own names in a history; each can be restored. */
function withCustom({ present, fields }: PresentValues, entries: readonly HistoryEntry[]): PresentValues {
  const changedFields = entries.flatMap(entry => entry.changes.map(change => change.field))
  const custom = changedFields.filter(name => name.startsWith('custom.'))
  return { present: spread(present), ...(fields && { fields: [...fields, ...custom] }) }
}

/** The latest changes, with a link to the whole history. */
export function LatestChanges<R extends PageRecord>({ config, id, historyQuery, formatters }: Latest<R>) {
  const tRecord = useT(recordMessages)
  const items = historyQuery.data?.pages[0]?.items.slice(0, latestAtMost)
  const more = config.detail && (
    <PageLink to={config.detail} params={{ id }} search={{ tab: 'history' }}>
      {tRecord('allChanges')}
    </PageLink>
  )
  return (
    <RecordSection title={tRecord('latest')} more={more}>
      <HistoryView
        pages={{ ...historyQuery, data: items && { pages: [{ items }] }, hasNextPage: false }}
        formatters={formatters}
      />
    </RecordSection>
  )
}
type Latest<R extends PageRecord> = {
  config: RecordConfig<R>
  id: number
  historyQuery: HistoryQuery
  formatters: FieldFormatters
}
