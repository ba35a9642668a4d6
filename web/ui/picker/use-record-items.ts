import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lookupOptions } from './lookup.ts'
import { isMatch, type PickerItem, type RecordSource } from './record-source.ts'

export type RecordItems = {
  items: PickerItem[]
  total: number
  isLoading: boolean
  hasFailed: boolean
  retry: () => void
  hasMore: boolean
  loadMore: () => void
}

const lookupLifeMs = 5 * 60_000

/** The options for a keyword: from the cached lookup if it is small, otherwise page by page from the server. */
export function useRecordItems(source: RecordSource, keyword: string, isOpen: boolean): RecordItems {
  const { noun, loadAll, search } = source
  const all = useQuery({ ...lookupOptions(source), enabled: isOpen && loadAll !== undefined })
  const isCached = Array.isArray(all.data)
  const isAsked = isOpen && !isCached && (loadAll === undefined || all.data === null || all.isError)
  const pages = useInfiniteQuery({
    queryKey: [noun, 'picker', 'search', keyword],
    queryFn: ({ pageParam, signal }) => search(keyword, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, every) => {
      const seen = every.reduce((sum, page) => sum + page.items.length, 0)
      return last.items.length > 0 && seen < last.total ? every.length + 1 : undefined
    },
    enabled: isAsked,
  })
  if (all.data) {
    const items = keyword === '' ? all.data : all.data.filter(item => isMatch(item, keyword))
    return { items, total: items.length, isLoading: false, hasFailed: false, retry, hasMore: false, loadMore }
  }
  function retry() {
    void pages.refetch()
  }
  function loadMore() {
    if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage()
  }
  const items = pages.data?.pages.flatMap(page => page.items) ?? []
  return {
    // A record that moved between two pages while they were read must not occur twice.
    items: [...new Map(items.map(item => [item.id, item])).values()],
    total: pages.data?.pages.at(-1)?.total ?? 0,
    isLoading: (isOpen && all.isLoading) || pages.isLoading || pages.isFetchingNextPage,
    hasFailed: pages.isError,
    retry,
    hasMore: pages.hasNextPage,
    loadMore,
  }
}

/** The chosen records, from the lookup if it is loaded, otherwise from the server; null until they are known. */
export function useChosenItems(source: RecordSource, ids: readonly number[]): Map<number, PickerItem> | null {
  const sorted = [...ids].sort((a, b) => a - b)
  const all = useQuery({ ...lookupOptions(source), enabled: false }).data
  const known = new Map(all?.filter(item => ids.includes(item.id)).map(item => [item.id, item]))
  const isKnown = ids.every(id => known.has(id))
  const { data } = useQuery({
    queryKey: [source.noun, 'picker', 'find', sorted],
    queryFn: ({ signal }) => source.find(sorted, signal),
    enabled: !isKnown,
    staleTime: lookupLifeMs,
    placeholderData: before => before,
  })
  if (isKnown) return known
  return data ? new Map(data.map(item => [item.id, item])) : null
}
