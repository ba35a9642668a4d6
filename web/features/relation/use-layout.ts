import { useEffect, useRef, useState } from 'react'
import type { Graph } from './graph.ts'
import { keyOf } from './graph.ts'
import type { LayoutInput, Point } from './layout.ts'

export type Places = Record<string, Point>
/** Not final while the places are still being improved. */
export type Placed = Graph & { places: Places; isFinal: boolean }

export const sizeOf = (degree: number) => Math.min(24, 10 + Math.sqrt(degree) * 2)

function inputOf({ nodes, edges }: Graph, before: Places): LayoutInput {
  return {
    nodes: nodes.map(node => {
      const key = keyOf(node)
      return { key, depth: node.depth, size: sizeOf(node.degree), at: before[key] }
    }),
    edges: edges.map(({ from, to }) => [from, to]),
  }
}

/** The graph with a place for each node, worked out beside the page; while it is, the one before. */
export function useLayout(graph: Graph): Placed | undefined {
  const [placed, setPlaced] = useState<Placed>()
  const places = useRef<Places>({})
  useEffect(() => {
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<{ places: Places; isFinal: boolean }>) => {
      places.current = data.places
      setPlaced({ ...graph, ...data })
      if (data.isFinal) worker.terminate()
    })
    worker.postMessage(inputOf(graph, places.current))
    return () => worker.terminate()
  }, [graph])
  return placed
}
