import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ogSource } from './source.ts'

/** The lookup, read once and again after a write to the noun; null above 5,000 entries. Pickers share it. */
const lookupOptions = queryOptions({
  queryKey: [ogSource.noun, 'picker', 'all'],
  queryFn: ({ signal }) => ogSource.loadAll?.(signal) ?? null,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
})

/** Organisations by id; `isTooMany`: there are too many to load, the server is asked instead. */
export function useOgNames() {
  const { data, isPending } = useQuery(lookupOptions)
  const names = useMemo(() => new Map(data?.map(item => [item.id, item.label])), [data])
  return { names, isPending, isTooMany: data === null }
}
