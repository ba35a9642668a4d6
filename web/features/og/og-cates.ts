import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ogCateSource } from '#web/features/og_cate/og_cate.ts'

/** The lookup, read once and again after a write to the noun; null above 5,000 entries. Pickers share it. */
const lookupOptions = queryOptions({
  queryKey: [ogCateSource.noun, 'picker', 'all'],
  queryFn: ({ signal }) => ogCateSource.loadAll?.(signal) ?? null,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
})

/** Categories by id; `isTooMany`: there are too many to load, the server is asked instead. */
export function useOgCates() {
  const { data, isPending } = useQuery(lookupOptions)
  const names = useMemo(() => new Map(data?.map(item => [item.id, item.label])), [data])
  return { items: data ?? undefined, names, isPending, isTooMany: data === null }
}
