import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { partyOfKey } from '#contract/party-key.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { ogRelation, personRelation } from '#contract/relation.api.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { type GraphFilter, noFilter } from './filter.ts'
import { edgesByNode, type Graph, isStated, keyOf, mergeGraphs, visibleGraph } from './graph.ts'

export type GraphEntity = PartyEntity
/** Steps of the node limit: "more" requests the next one. */
const limits = [300, 1000, 3000, 5000] as const
const expandBy = 100
/** Derived links of the record itself, the strongest ones; expanded nodes get none. */
const derivedAtMost = 8
const none: Graph = { nodes: [], edges: [] }

function graphOptions(kind: GraphEntity, id: number, depth: number, limit: number, derived = 0) {
  const endpoint = { og: ogRelation, person: personRelation }[kind]
  return { ...endpointQuery(endpoint, { params: { id }, query: { depth, limit, ...(derived > 0 && { derived }) } }) }
}

export function toggleInSet<T>(set: ReadonlySet<T>, value: T, isIn = !set.has(value)): ReadonlySet<T> {
  const next = new Set(set)
  if (isIn) next.add(value)
  else next.delete(value)
  return next
}

/** The graph around a record: depth, expanded, collapsed and hidden nodes, and the visible part. */
export function useGraph(kind: GraphEntity, id: number) {
  const root = keyOf({ kind, id })
  const [depth, setDepth] = useState(1)
  const [step, setStep] = useState(0)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [filter, setFilter] = useState<GraphFilter>(noFilter)
  const [found, setFound] = useState<Graph>(none)
  const limit = limits[step] ?? 300
  const base = useQuery({ ...graphOptions(kind, id, depth, limit, derivedAtMost), placeholderData: keepPreviousData })
  const around = useQueries({
    queries: [...expanded].map(key => graphOptions(partyOfKey(key).kind, partyOfKey(key).id, 1, expandBy)),
    combine: results => ({
      graphs: results.flatMap(({ data }) => (data ? [data] : [])),
      isFetching: results.some(result => result.isFetching),
    }),
  })
  const whole = useMemo(
    () => (base.data ? mergeGraphs([base.data, ...around.graphs.map(graph => farther(graph, depth)), found]) : none),
    [base.data, around.graphs, depth, found],
  )
  const shown = useMemo(() => visibleGraph(whole, root, { ...filter, collapsed }), [whole, root, filter, collapsed])
  const links = useMemo(() => edgesByNode(shown.edges), [shown])

  /** True if a node has more neighbours than are shown. */
  function canExpand(key: string): boolean {
    const node = whole.nodes.find(one => keyOf(one) === key)
    if (!node) return false
    if (collapsed.has(key)) return true
    return !expanded.has(key) && node.degree > (links.get(key)?.filter(isStated).length ?? 0)
  }

  function toggle(key: string): void {
    if (canExpand(key)) {
      if (collapsed.has(key)) setCollapsed(before => toggleInSet(before, key, false))
      else setExpanded(before => toggleInSet(before, key, true))
    } else if (key !== root) {
      setExpanded(before => toggleInSet(before, key, false))
      setCollapsed(before => toggleInSet(before, key, true))
    }
  }

  return {
    root,
    base,
    depth,
    setDepth,
    limit,
    isMost: step === limits.length - 1,
    showMore: () => setStep(step + 1),
    isExpanding: around.isFetching,
    filter,
    setFilter,
    /** Adds nodes found otherwise: a path beyond the requested graph. */
    add: (graph: Graph) => setFound(before => mergeGraphs([before, graph])),
    whole,
    shown,
    canExpand,
    toggle,
  }
}

/** Nodes of an expansion are placed outside of the existing ones. */
function farther(graph: Graph, depth: number): Graph {
  return { ...graph, nodes: graph.nodes.map(node => ({ ...node, depth: node.depth + depth })) }
}
