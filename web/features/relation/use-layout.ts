import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Graph } from './graph.ts'
import { keyOf } from './graph.ts'
import { layOut } from './layout.ts'
import type { LayoutInput, NodePositions } from './layout-start.ts'
import { readPlaces, storePlaces } from './stored-places.ts'

/** False while the layout is still being improved. */
export type PlacedGraph = Graph & { places: NodePositions; isFinal: boolean }

/** Larger graphs are shown at their initial positions first, and again when the layout is finished. */
const roughFrom = 900
const roughSteps = 0
/** Graphs of at most this many nodes are laid out faster than a worker starts. */
const atOnceUpTo = 60

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

type Layout = { placed: PlacedGraph | undefined; arrangeAgain: () => void }
type Known = { places: NodePositions; isFinal: boolean }

/**
 * The graph with a position for each node, for the size of the box. Positions of the last visit are used again, so a
 * filter moves nothing. New nodes are placed among the known ones, in a worker if there are many; until they are ready,
 * the previous graph stays.
 */
export function useLayout(graph: Graph, whole: Graph, root: string, box: RefObject<HTMLElement | null>): Layout {
  const [known, setKnown] = useState<Known>(() => ({ places: readPlaces(root), isFinal: true }))
  const [run, setRun] = useState(0)
  const latest = useRef(known.places)
  const isComplete = graph.nodes.every(node => known.places[keyOf(node)])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another run arranges the same graph again
  useEffect(() => {
    if (graph.nodes.every(node => latest.current[keyOf(node)])) return
    const learn = (places: NodePositions, isFinal: boolean) => {
      latest.current = { ...latest.current, ...places }
      setKnown({ places: latest.current, isFinal })
      if (isFinal) storePlaces(root, latest.current)
    }
    const input = inputOf(graph, latest.current, aspectOf(box.current))
    if (graph.nodes.length <= atOnceUpTo) return learn(layOut(input), true)
    // Large graphs are shown at their initial positions at once, before the worker has loaded.
    if (graph.nodes.length > roughFrom && input.nodes.every(({ at }) => !at)) learn(layOut(input, roughSteps), false)
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<NodePositions>) => {
      learn(data, true)
      worker.terminate()
    })
    worker.postMessage(input)
    return () => worker.terminate()
  }, [graph, box, root, run])

  const before = useRef<PlacedGraph>(undefined)
  const places = useMemo(() => {
    const keys = new Set(whole.nodes.map(keyOf))
    return Object.fromEntries(Object.entries(known.places).filter(([key]) => keys.has(key)))
  }, [whole, known])
  const placed = useMemo(
    () => (isComplete ? { ...graph, places, isFinal: known.isFinal } : before.current),
    [graph, places, known, isComplete],
  )
  useEffect(() => {
    before.current = placed
  })
  const arrangeAgain = useCallback(() => {
    latest.current = {}
    setRun(count => count + 1)
  }, [])
  return { placed, arrangeAgain }
}
