import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { listScreenings, type Screening, type ScreeningState } from '#contract/screening.api.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { filterOf } from '#web/ui/list/list-state.ts'
import { type ListModel, useList } from '#web/ui/list/use-list.ts'
import { type DecisionOutcome, recordKeyOf, useDecisions } from './decide.ts'
import { preloadHit } from './hit-calls.ts'
import { useQueueConfig } from './queue-config.ts'

export type ScreeningQueue = {
  list: ListModel<Screening>
  tab: ScreeningState
  /** One row per record, without those whose hits were all just decided. */
  rows: readonly Screening[]
  /** The current hit. */
  current: Screening | undefined
  /** All hits of the current record that are still in this tab, best matches first. */
  ofRecord: readonly Screening[]
  chooseHit: (id: number) => void
  at: number
  choose: (id: number) => void
  step: (by: number) => void
}

/** The rows of the queue and the current hit. When a record leaves, the one at its index becomes current. */
export function useQueue(): ScreeningQueue {
  const config = useQueueConfig()
  const list = useList(config)
  const { tab } = config
  const sentDecisions = useDecisions(state => state.sentDecisions)
  const returned = useDecisions(state => state.returned)
  const rows = useMemo(
    () => list.rows.filter(row => hasLeft(row, sentDecisions, tab) < 1 + (row.more ?? 0)),
    [list.rows, sentDecisions, tab],
  )
  const [kept, setKept] = useState({ key: '', at: 0 })
  const found = rows.findIndex(row => recordKeyOf(row) === kept.key)
  const at = found >= 0 ? found : Math.min(kept.at, rows.length - 1)
  const row = rows[at]
  const key = row && recordKeyOf(row)
  useEffect(() => {
    if (key !== undefined) setKept(before => (before.key === key && before.at === at ? before : { key, at }))
  }, [key, at])
  const hasReturned = rows.some(each => recordKeyOf(each) === returned?.key)
  const [picked, setPicked] = useState(0)
  useEffect(() => {
    if (returned === null || !hasReturned) return
    setKept(before => ({ ...before, key: returned.key }))
    setPicked(returned.id)
    useDecisions.setState({ returned: null })
  }, [returned, hasReturned])
  const ofRecord = useHitsOf(row, list, config.fixed, sentDecisions, tab)
  const current = ofRecord.find(hit => hit.id === picked) ?? ofRecord[0]
  const nextId = rows[at + 1]?.id
  useEffect(() => {
    if (nextId !== undefined) preloadHit(nextId)
  }, [nextId])
  useLastPage(list)

  const chooseRow = useCallback((next: Screening) => setKept(before => ({ ...before, key: recordKeyOf(next) })), [])
  const choose = useCallback(
    (id: number) => {
      const next = rows.find(each => each.id === id)
      if (next) chooseRow(next)
    },
    [rows, chooseRow],
  )
  const step = useCallback(
    (by: number) => {
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))]
      if (next) chooseRow(next)
    },
    [rows, at, chooseRow],
  )
  return useMemo(
    () => ({ list, tab, rows, current, ofRecord, chooseHit: setPicked, at, choose, step }),
    [list, tab, rows, current, ofRecord, at, choose, step],
  )
}

/** The number of a record's hits that were just decided and have left this tab. */
const hasLeft = (row: Screening, sentDecisions: ReadonlyMap<number, DecisionOutcome>, tab: ScreeningState): number => {
  const key = recordKeyOf(row)
  return [...sentDecisions.values()].filter(each => each.key === key && each.state !== tab).length
}

const mostHits = 100

/** The hits of a record that match the filters; only its row if it has no other. */
function useHitsOf(
  row: Screening | undefined,
  list: ListModel<Screening>,
  fixed: object | undefined,
  sentDecisions: ReadonlyMap<number, DecisionOutcome>,
  tab: ScreeningState,
): readonly Screening[] {
  const hasMore = (row?.more ?? 0) > 0
  const query = {
    ...{ ...fixed, ...filterOf(list.state), fold: false, pageSize: mostHits },
    ...(row && { noun: row.noun, record_id: String(row.record.id) }),
  }
  const { data } = useQuery({
    ...endpointQuery(listScreenings, { query: query as never }),
    enabled: hasMore,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    if (!row) return []
    const key = recordKeyOf(row)
    const known = hasMore ? (data?.items ?? []).filter(hit => recordKeyOf(hit) === key) : []
    return (known.length > 0 ? known : [row]).filter(({ id }) => (sentDecisions.get(id)?.state ?? tab) === tab)
  }, [row, hasMore, data, sentDecisions, tab])
}

/** If the shown page is empty because its rows were cleared, the list moves to the last page that has rows. */
function useLastPage({ page, state, change }: ListModel<Screening>): void {
  const last = page && Math.max(1, Math.ceil(page.total / page.pageSize))
  const isBeyond = page !== undefined && page.items.length === 0 && last !== undefined && state.current > last
  useEffect(() => {
    if (isBeyond) change({ current: last }, { replace: true })
  }, [isBeyond, last, change])
}
