import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { lookupOptions } from './lookup.ts'
import { isMatch, type PickerItem, type RecordSource } from './record-source.ts'

type RecordItems = {
  items: PickerItem[]
  total: number
  isLoading: boolean
  hasFailed: boolean
  retry: () => void
  hasMore: boolean
  loadMore: () => void
}

const lookupLifeMs = 5 * 60_000

const searchDelayMs = 200

/**
 * The options for what was typed: from the cached lookup if it is small, otherwise page by page from the server, once
 * typing has paused. Options of an earlier text that do not match any more are left out at once, so that a click on an
 * option does not meet another one.
 */
export function useRecordItems(source: RecordSource, typed: string, isOpen: boolean): RecordItems {
  const { noun, loadAll, search } = source
  const keyword = useDelayed(typed, searchDelayMs)
  const all = useQuery({ ...lookupOptions(source), enabled: isOpen && loadAll !== undefined })
  const isCached = Array.isArray(all.data)
  const isRequested = isOpen && !isCached && (loadAll === undefined || all.data === null || all.isError)
  const pages = useInfiniteQuery({
    queryKey: [noun, 'picker', 'search', keyword],
    queryFn: ({ pageParam, signal }) => search(keyword, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, every) => {
      const seen = every.reduce((sum, page) => sum + page.items.length, 0)
      return last.items.length > 0 && seen < last.total ? every.length + 1 : undefined
    },
    enabled: isRequested,
  })
  if (all.data) {
    const items = typed === '' ? all.data : all.data.filter(item => isMatch(item, typed))
    return { items, total: items.length, isLoading: false, hasFailed: false, retry, hasMore: false, loadMore }
  }
  function retry() {
    void pages.refetch()
  }
  function loadMore() {
    if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage()
  }
  const found = pages.data?.pages.flatMap(page => page.items) ?? []
  const items = typed === keyword ? found : found.filter(item => isMatch(item, typed))
  return {
    // A record that moved between two pages while they were read must not occur twice.
    items: [...new Map(items.map(item => [item.id, item])).values()],
    total: pages.data?.pages.at(-1)?.total ?? 0,
    isLoading: typed !== keyword || (isOpen && all.isLoading) || pages.isLoading || pages.isFetchingNextPage,
    hasFailed: pages.isError,
    retry,
    hasMore: pages.hasNextPage,
    loadMore,
  }
}

function useDelayed(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
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
