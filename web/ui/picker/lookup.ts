import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PickerItem, RecordSource } from './record-source.ts'

const lifeMs = 5 * 60_000

/** All of a noun, read once and again after a write to it; null where there are too many to load. */
export function lookupOptions({ noun, loadAll }: RecordSource) {
  return queryOptions({
    queryKey: [noun, 'picker', 'all'],
    queryFn: ({ signal }): Promise<PickerItem[] | null> | null => loadAll?.(signal) ?? null,
    staleTime: lifeMs,
  })
}

/** Names by id, as screens and pickers share them. `isTooMany`: there are too many to load, the server is asked instead. */
export function useLookup(source: RecordSource) {
  const { data, isPending } = useQuery(lookupOptions(source))
  const names = useMemo(() => new Map(data?.map(item => [item.id, item.label])), [data])
  return { items: data ?? undefined, names, isPending, isTooMany: data === null }
}
