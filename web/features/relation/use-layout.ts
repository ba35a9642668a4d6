import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Graph } from './graph.ts'
import { keyOf } from './graph.ts'
import type { LayoutInput, Point } from './layout-start.ts'

export type NodePositions = Record<string, Point>
/** False while the layout is still being improved. */
export type PlacedGraph = Graph & { places: NodePositions; isFinal: boolean }

const sizeOf = (degree: number) => Math.min(24, 10 + Math.sqrt(degree) * 2)

function inputOf({ nodes, edges }: Graph, before: NodePositions, aspect: number): LayoutInput {
  return {
    aspect,
    nodes: nodes.map(node => {
      const key = keyOf(node)
      return { key, depth: node.depth, size: sizeOf(node.degree), at: before[key] }
    }),
    edges: edges.map(({ from, to }) => [from, to]),
  }
}

/** Width divided by height; before the box exists, that of a wide screen. */
const aspectOf = (box: HTMLElement | null) => (box?.clientHeight ? box.clientWidth / box.clientHeight : 1.6)

/**
 * The graph with a position for each node, computed in a worker for the size of the box. Until it is ready, the
 * previous one stays.
 */
export function useLayout(graph: Graph, box: RefObject<HTMLElement | null>): PlacedGraph | undefined {
  const [placed, setPlaced] = useState<PlacedGraph>()
  const places = useRef<NodePositions>({})
  useEffect(() => {
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<{ places: NodePositions; isFinal: boolean }>) => {
      places.current = data.places
      setPlaced({ ...graph, ...data })
      if (data.isFinal) worker.terminate()
    })
    worker.postMessage(inputOf(graph, places.current, aspectOf(box.current)))
    return () => worker.terminate()
  }, [graph, box])
  return placed
}
