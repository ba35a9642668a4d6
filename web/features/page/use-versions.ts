import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { one, usePage } from '#web/platform/page.tsx'
import { timelineOptions, versionsOptions } from './page-calls.ts'
import type { LineVersion } from './strip.ts'

const idOf = (text: string | undefined) => (text && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined)

/**
 * The versions of a page, and those that the address selects: one to show, two to compare. `newestId`: the version that
 * the site shows now; an archive may have a later capture.
 */
export function useVersions(pageId: number, newestId: number | null) {
  const { search, setSearch } = usePage()
  const versionsQuery = useInfiniteQuery(versionsOptions(pageId))
  const timeline = useQuery(timelineOptions(pageId)).data?.items
  const newestFirst = useMemo(() => versionsQuery.data?.pages.flatMap(page => page.items) ?? [], [versionsQuery.data])
  /** All versions in short form; before they are loaded, those that were read in full. */
  const line = useMemo<readonly LineVersion[]>(() => timeline ?? newestFirst, [timeline, newestFirst])
  const oldestFirst = useMemo(() => line.toReversed(), [line])
  const firstId = line.some(({ id }) => id === newestId) ? newestId : line[0]?.id
  const chosenId = idOf(one(search.version)) ?? firstId ?? undefined
  const at = line.findIndex(version => version.id === chosenId)
  const chosen = newestFirst.find(version => version.id === chosenId)
  // Without a choice, the version is compared with the last trusted one before it.
  const before = at < 0 ? undefined : (line.slice(at + 1).find(each => each.quality === 'good') ?? line[at + 1])
  const after = before ? line[at] : line[at - 1]
  const to = idOf(one(search.to)) ?? after?.id
  const from = idOf(one(search.from)) ?? (before ?? line[at])?.id

  const setTab = (tab: string) => (tab === 'text' ? null : tab)
  return {
    newestFirst,
    line,
    oldestFirst,
    total: versionsQuery.data?.pages[0]?.total ?? 0,
    isPending: versionsQuery.isPending,
    error: versionsQuery.isError && !versionsQuery.data ? versionsQuery.error : null,
    retry: () => void versionsQuery.refetch(),
    isWhole: timeline !== undefined,
    older: versionsQuery.hasNextPage ? () => void versionsQuery.fetchNextPage() : undefined,
    chosenId,
    chosen,
    from,
    to,
    /** The chosen ends of a comparison; the strip marks the other one. */
    other: idOf(one(search.from)) === chosenId ? idOf(one(search.to)) : idOf(one(search.from)),
    choose: (id: number, tab?: string) =>
      setSearch(
        before => ({
          ...before,
          version: id === firstId ? null : String(id),
          from: null,
          to: null,
          since: null,
          ...(tab && { tab: setTab(tab) }),
        }),
        { replace: true },
      ),
    compare: (first: number, second: number) =>
      setSearch(before => ({ ...before, from: String(first), to: String(second), tab: 'compare' }), { replace: true }),
  }
}
