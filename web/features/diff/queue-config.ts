import { useMemo } from 'react'
import {
  type Diff,
  type DiffTab,
  diffKinds,
  diffsCountedUpTo,
  diffTabs,
  listDiffs,
  reviewThreshold,
} from '#contract/diff.api.ts'
import { getPage, listPages } from '#contract/page.api.ts'
import { listWords } from '#contract/word.api.ts'
import { ogSource } from '#web/features/og/og.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, type Search, usePage } from '#web/platform/page.tsx'
import { useIsReviewer } from '#web/platform/session.ts'
import type { Column, FilterConfig, ListConfig, PickerFilter } from '#web/ui/list/list-config.ts'
import { recordFilter } from '#web/ui/list/record-filter.ts'
import { diffTitle } from './diff-parts.tsx'
import { diffMessages } from './messages.ts'

export const queueTabs = diffTabs
export type QueueTab = DiffTab

export function tabOf(search: Search): QueueTab {
  return queueTabs.find(each => each === one(search.tab)) ?? 'waiting'
}

/** The API filter of a tab. */
export function tabFilter(tab: QueueTab) {
  if (tab === 'waiting') return { status: 'unread', min_score: reviewThreshold } as const
  if (tab === 'low') return { status: 'unread', max_score: reviewThreshold - 1 } as const
  return { status: tab }
}

/** The status that a difference in the tab has. */
export const tabStatus = (tab: QueueTab) => (tab === 'waiting' || tab === 'low' ? 'unread' : tab)

const ogFilter = recordFilter(ogSource)
const queuePageSize = 50

const wordFilter: Pick<PickerFilter, 'kind' | 'find' | 'name'> = {
  kind: 'picker',
  find: async (keyword, signal) => {
    const query = { kind: 'word', sort: '-hits', pageSize: queuePageSize, ...(keyword && { keyword }) } as const
    const { items } = await call(listWords, { query }, { signal })
    return items.map(({ id, word, hits }) => ({ value: String(id), label: word, count: hits }))
  },
  name: async (ids, signal) => {
    const { items } = await call(listWords, { query: { id: [...ids], pageSize: 100 } }, { signal })
    return items.map(({ id, word }) => ({ value: String(id), label: word }))
  },
}

const pageFilter: Pick<PickerFilter, 'kind' | 'find' | 'name'> = {
  kind: 'picker',
  find: async (keyword, signal) => {
    const query = { sort: '-last_changed_at', pageSize: queuePageSize, ...(keyword && { keyword }) } as const
    const { items } = await call(listPages, { query }, { signal })
    return items.map(({ id, title, url }) => ({ value: String(id), label: title || url }))
  },
  // An address holds few ids, and the list cannot be queried by id.
  name: ids =>
    Promise.all(
      ids.map(async id => {
        const page = await call(getPage, { params: { id } }).catch(() => null)
        return { value: id, label: page ? page.title || page.url : `#${id}` }
      }),
    ),
}

function useFilters(): FilterConfig[] {
  const t = useT(diffMessages)
  const isReviewer = useIsReviewer()
  return useMemo<FilterConfig[]>(
    () => [
      { id: 'og_id', label: t('og'), ...ogFilter },
      { id: 'kind', label: t('kind'), kind: 'options', options: diffKinds.map(value => ({ value, label: t(value) })) },
      { id: 'has_hits', label: t('hasHits'), kind: 'switch' },
      { id: 'word', label: t('word'), ...wordFilter, isRare: true },
      // The list of all pages is for administrators; a link still filters by a page.
      { id: 'page', label: t('page'), ...pageFilter, ...(isReviewer && { find: async () => [] }), isRare: true },
      { id: 'round', label: t('round'), kind: 'text', isRare: true },
      { id: 'cluster', label: t('cluster'), kind: 'text', isRare: true },
    ],
    [t, isReviewer],
  )
}

const noCell = () => null
/** Only for the sort orders: the queue is not a table. */
const orders: Column<Diff>[] = ['score', 'created_at', 'reviewed_at'].map(sort => ({
  id: sort,
  title: sort,
  cell: noCell,
  width: 1,
  sort,
}))

/**
 * The queue as its address describes it. The page of one difference uses the same configuration to find the next one.
 */
export function useQueueConfig(): ListConfig<Diff> & { tab: QueueTab } {
  const t = useT(diffMessages)
  const { search } = usePage()
  const tab = tabOf(search)
  const isFolded = one(search.cluster) === undefined
  const filters = useFilters()
  return useMemo(
    () => ({
      tab,
      name: 'diff',
      noun: 'diff',
      title: t('title'),
      endpoint: listDiffs,
      fixed: { ...tabFilter(tab), folded: isFolded },
      columns: orders,
      filters,
      defaultSort: tab === 'waiting' || tab === 'low' ? '-score' : '-reviewed_at',
      countsUpTo: diffsCountedUpTo,
      searchHint: t('search'),
      rowId: (diff: Diff) => diff.id,
      rowName: diffTitle,
      empty: { title: t('emptyTitle'), text: '' },
    }),
    [t, tab, isFolded, filters],
  )
}
