import { useMemo } from 'react'
import { useSanctionStatuses } from '#web/features/standing/standing.ts'
import { type Graph, keyOf } from './graph.ts'
import type { NodeSanctionStatus, NodeSanctionStatuses } from './view.ts'

/** The status of the nodes of a graph that are on lists or have hits to decide, by their keys. */
export function useNodeSanctionStatuses({ nodes }: Graph): NodeSanctionStatuses {
  const parties = useMemo(() => nodes.map(({ kind, id }) => ({ noun: kind, id })), [nodes])
  const standings = useSanctionStatuses(parties)
  return useMemo(() => {
    const marked = nodes.flatMap((node): [string, NodeSanctionStatus][] => {
      const { level = null, open = 0 } = standings.get(`${node.kind} ${node.id}`) ?? {}
      return level !== null || open > 0 ? [[keyOf(node), level ?? 'open']] : []
    })
    return new Map(marked)
  }, [nodes, standings])
}
