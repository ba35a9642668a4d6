import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PickerItem, RecordSource } from './record-source.ts'

const lifeMs = 5 * 60_000

/** All records of an entity, read once and again after a write to it; null if there are too many to load. */
export function lookupOptions({ noun, loadAll }: RecordSource) {
  return queryOptions({
    queryKey: [noun, 'picker', 'all'],
    queryFn: ({ signal }): Promise<PickerItem[] | null> | null => loadAll?.(signal) ?? null,
    staleTime: lifeMs,
  })
}

/**
 * Names by id, shared by screens and pickers. `isTooMany`: there are too many to load, so the server is searched
 * instead.
 */
export function useLookup(source: RecordSource) {
  const { data, isPending } = useQuery(lookupOptions(source))
  const names = useMemo(() => new Map(data?.map(item => [item.id, item.label])), [data])
  return { items: data ?? undefined, names, isPending, isTooMany: data === null }
}
