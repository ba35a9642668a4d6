import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isAtWork, refetchIntervalOf } from '#web/features/site/site.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { type SiteSort, siteSorts, sitesOptions } from './page-calls.ts'

const settleMs = 300

/**
 * Sites for the column next to the pages, with its filter; polled every two seconds while one of them has a running
 * round.
 */
export function useSites() {
  const { search, setSearch } = usePage()
  const [keyword, setKeyword] = useState('')
  const settled = useDebounced(keyword.trim(), settleMs)
  const sort = siteSorts.find(each => each === one(search.sites)) ?? siteSorts[0]
  const sitesQuery = useInfiniteQuery({
    ...sitesOptions(settled, sort),
    placeholderData: keepPreviousData,
    refetchInterval: query =>
      refetchIntervalOf(query.state.data?.pages.some(page => page.items.some(site => isAtWork(site.round))) ?? false),
  })
  return {
    data: sitesQuery.data?.pages.flatMap(page => page.items),
    total: sitesQuery.data?.pages[0]?.total ?? 0,
    isError: sitesQuery.isError,
    error: sitesQuery.error,
    retry: () => void sitesQuery.refetch(),
    more: sitesQuery.hasNextPage ? () => void sitesQuery.fetchNextPage() : undefined,
    keyword,
    setKeyword,
    sort,
    setSort: (next: SiteSort) =>
      setSearch(before => ({ ...before, sites: next === siteSorts[0] ? null : next }), { replace: true }),
  }
}

export type Sites = ReturnType<typeof useSites>
