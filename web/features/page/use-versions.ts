import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { one, usePage } from '#web/platform/page.tsx'
import { versionsOptions } from './page-calls.ts'

const idOf = (text: string | undefined) => (text && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined)

/** The versions of a page, and which of them its address names: one looked at, two compared. */
export function useVersions(pageId: number) {
  const { search, setSearch } = usePage()
  const asked = useInfiniteQuery(versionsOptions(pageId))
  const newestFirst = useMemo(() => asked.data?.pages.flatMap(page => page.items) ?? [], [asked.data])
  const oldestFirst = useMemo(() => newestFirst.toReversed(), [newestFirst])
  const chosenId = idOf(one(search.version)) ?? newestFirst[0]?.id
  const at = newestFirst.findIndex(version => version.id === chosenId)
  const chosen = newestFirst[at]
  // Without a wish the version is compared with the one before it that can be believed.
  const before =
    at < 0 ? undefined : (newestFirst.slice(at + 1).find(each => each.quality === 'good') ?? newestFirst[at + 1])
  const after = before ? chosen : newestFirst[at - 1]
  const to = idOf(one(search.to)) ?? after?.id
  const from = idOf(one(search.from)) ?? (before ?? chosen)?.id

  const setTab = (tab: string) => (tab === 'text' ? null : tab)
  return {
    newestFirst,
    oldestFirst,
    total: asked.data?.pages[0]?.total ?? 0,
    isPending: asked.isPending,
    error: asked.isError && !asked.data ? asked.error : null,
    retry: () => void asked.refetch(),
    older: asked.hasNextPage ? () => void asked.fetchNextPage() : undefined,
    chosenId,
    chosen,
    from,
    to,
    /** Ends of a comparison that were wished for; the strip marks the other one. */
    other: idOf(one(search.from)) === chosenId ? idOf(one(search.to)) : idOf(one(search.from)),
    choose: (id: number, tab?: string) =>
      setSearch(
        before => ({
          ...before,
          version: id === newestFirst[0]?.id ? null : String(id),
          from: null,
          to: null,
          ...(tab && { tab: setTab(tab) }),
        }),
        { replace: true },
      ),
    compare: (first: number, second: number) =>
      setSearch(before => ({ ...before, from: String(first), to: String(second), tab: 'compare' }), { replace: true }),
  }
}
