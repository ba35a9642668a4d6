import { useMemo } from 'react'
import { useStandings } from '#web/features/standing/standing.ts'
import { type Graph, keyOf } from './graph.ts'
import type { NodeStanding, NodeStandings } from './view.ts'

/** The status of the nodes of a graph that are on lists or have hits to decide, by their keys. */
export function useNodeStandings({ nodes }: Graph): NodeStandings {
  const parties = useMemo(() => nodes.map(({ kind, id }) => ({ noun: kind, id })), [nodes])
  const standings = useStandings(parties)
  return useMemo(() => {
    const marked = nodes.flatMap((node): [string, NodeStanding][] => {
      const { level = null, open = 0 } = standings.get(`${node.kind} ${node.id}`) ?? {}
      return level !== null || open > 0 ? [[keyOf(node), level ?? 'open']] : []
    })
    return new Map(marked)
  }, [nodes, standings])
}
