import { useMemo, useState } from 'react'
import type { Graph } from './graph.ts'
import { pathBetween } from './measure.ts'

export type PathChoice = {
  from: string | null
  to: string | null
  /** The nodes on the way, both ends included; null when there is none. */
  keys: string[] | null
  /** The first node chosen is where the way begins, the second where it ends, a third begins anew. */
  choose: (key: string) => void
  clear: () => void
}

/** The shortest way between two chosen nodes, within what is shown. */
export function usePath(graph: Graph): PathChoice {
  const [ends, setEnds] = useState<{ from: string | null; to: string | null }>({ from: null, to: null })
  const { from, to } = ends
  const keys = useMemo(() => (from && to ? pathBetween(graph, from, to) : null), [graph, from, to])
  return {
    from,
    to,
    keys,
    choose: key =>
      setEnds(before =>
        before.from && !before.to && before.from !== key ? { ...before, to: key } : { from: key, to: null },
      ),
    clear: () => setEnds({ from: null, to: null }),
  }
}
