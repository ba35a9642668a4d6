import { useMemo } from 'react'
import type { Graph } from './graph.ts'
import { keyOf } from './graph.ts'
import { sanctionedLines } from './measure.ts'
import type { NodeSanctionStatuses, RiskLines } from './view.ts'

/** The lines that lead from the record to sanctioned parties, by their level or by a decision on a hit. */
export function useRisk(graph: Graph, root: string, standings: NodeSanctionStatuses): RiskLines {
  return useMemo(() => {
    const levelled = new Set(
      graph.nodes.flatMap(node => (node.kind === 'og' && node.danger_level === '受制裁' ? [keyOf(node)] : [])),
    )
    const inPictures = sanctionedLines(graph, root, key => levelled.has(key))
    const isSanctioned = (key: string) => levelled.has(key) || standings.get(key) === 'sanctioned'
    return { shown: standings.size === 0 ? inPictures : sanctionedLines(graph, root, isSanctioned), inPictures }
  }, [graph, root, standings])
}
