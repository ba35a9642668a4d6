import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { findPath } from '#contract/relation.api.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { type Graph, keyOf } from './graph.ts'
import { pathBetween } from './measure.ts'

export type PathChoice = {
  from: string | null
  to: string | null
  /** The nodes of the path, both ends included; null if there is none. */
  keys: string[] | null
  /** True if all records were searched, not only the visible ones. */
  isWide: boolean
  isSearching: boolean
  /** True if a shorter path might have been missed. */
  isCut: boolean
  /** The first chosen node is the start of the path, the second its end; a third starts again. */
  choose: (key: string) => void
  /** Sets the ends; all records are searched if the visible graph has no path between them. */
  setEnds: (ends: { from: string | null; to: string | null }) => void
  /** Searches all records for a path between the two that are chosen. */
  lookWide: () => void
  clear: () => void
}

type Ends = { from: string | null; to: string | null; isWide: boolean }

/**
 * A shortest path between two nodes: at once within the visible graph, otherwise or on request among all records. It
 * starts at the record itself until another start is chosen.
 */
export function usePath(graph: Graph, root: string, onFound: (found: Graph) => void): PathChoice {
  const none: Ends = { from: root, to: null, isWide: false }
  const [ends, setEnds] = useState<Ends>(none)
  const { from, to, isWide } = ends
  const localPath = useMemo(
    () => (from && to && !isWide ? pathBetween(graph, from, to) : null),
    [graph, from, to, isWide],
  )
  const { data, isFetching } = useQuery({
    ...endpointQuery(findPath, { query: { from: from ?? '', to: to ?? '' } }),
    enabled: isWide && from !== null && to !== null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (isWide && data && data.nodes.length > 0) onFound(data)
  }, [isWide, data])
  const far = useMemo(() => (isWide && data && data.nodes.length > 0 ? data.nodes.map(keyOf) : null), [isWide, data])
  const endsOf = ({ from, to }: Omit<Ends, 'isWide'>): Ends => ({
    from,
    to,
    isWide: from !== null && to !== null && from !== to && pathBetween(graph, from, to) === null,
  })
  return {
    from,
    to,
    keys: isWide ? far : localPath,
    isWide,
    isSearching: isWide && isFetching,
    isCut: isWide && (data?.is_cut ?? false),
    choose: key => setEnds(from && !to && from !== key ? endsOf({ from, to: key }) : { ...none, from: key }),
    setEnds: next => setEnds(endsOf(next)),
    lookWide: () => setEnds(before => ({ ...before, isWide: true })),
    clear: () => setEnds(none),
  }
}
