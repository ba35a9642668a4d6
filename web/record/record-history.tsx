import { useInfiniteQuery } from '@tanstack/react-query'
import type { History } from '#contract/history.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { spread, type Values } from '#web/ui/form/compare.ts'
import { HistoryView } from '#web/ui/history/history-view.tsx'
import type { FieldFormatters } from '#web/ui/look.ts'
import type { RecordConfig } from './kit.ts'
import { recordMessages } from './messages.ts'
import { useRegisteredFormatters } from './parts.tsx'
import type { RecordRow } from './record-calls.ts'
import { RecordSection } from './record-page.tsx'

export type HistoryQuery = Parameters<typeof HistoryView>[0]['asked']
type Present = { present: Values; fields?: readonly string[] }

const latestAtMost = 3

/**
 * The changes loaded so far. `values` are all field values, before and after, whose names must be looked up; `others`
 * are the formatters of fields that linked entities write into this history.
 */
export function useRecordHistory<R extends RecordRow>(kit: RecordConfig<R>, id: number) {
  const asked = useInfiniteQuery(kit.calls.history(id))
  const entries: History[] = asked.data?.pages.flatMap(page => page.items) ?? []
  const values = entries
    .flatMap(entry => entry.changes)
    .flatMap(({ field, from, to }) => [
      { field, value: from },
      { field, value: to },
    ])
  return { asked, entries, values, others: useRegisteredFormatters(kit.noun, entries) }
}

type Props<R extends RecordRow> = {
  kit: RecordConfig<R>
  record: R
  asked: HistoryQuery
  looks: FieldFormatters
  /** The record in the format of its history, and the fields that can be restored if not all can. */
  now: Present
}

/** The whole history; users who can change the record can restore values from it. */
export function RecordHistory<R extends RecordRow>({ kit, record, asked, looks, now }: Props<R>) {
  const entries = asked.data?.pages.flatMap(page => page.items) ?? []
  const restore = (entryId: number, field: string) => kit.calls.bringValueBack(record, entryId, field)
  const restoring = record.can.includes('update') ? { ...withCustom(now, entries), restore } : undefined
  return <HistoryView asked={asked} looks={looks} restoring={restoring} />
}

/** Custom fields have their own names in a history; each can be restored. */
function withCustom({ present, fields }: Present, entries: readonly History[]): Present {
  const told = entries.flatMap(entry => entry.changes.map(change => change.field))
  const custom = told.filter(name => name.startsWith('custom.'))
  return { present: spread(present), ...(fields && { fields: [...fields, ...custom] }) }
}

/** The latest changes, with a link to the whole history. */
export function LatestChanges<R extends RecordRow>({ kit, id, asked, looks }: Latest<R>) {
  const say = useT(recordMessages)
  const items = asked.data?.pages[0]?.items.slice(0, latestAtMost)
  const more = kit.detail && (
    <PageLink to={kit.detail} params={{ id }} search={{ tab: 'history' }}>
      {say('allChanges')}
    </PageLink>
  )
  return (
    <RecordSection title={say('latest')} more={more}>
      <HistoryView asked={{ ...asked, data: items && { pages: [{ items }] }, hasNextPage: false }} looks={looks} />
    </RecordSection>
  )
}
type Latest<R extends RecordRow> = { kit: RecordConfig<R>; id: number; asked: HistoryQuery; looks: FieldFormatters }
