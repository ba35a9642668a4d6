import { Spin } from 'antd'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef } from 'react'
import type { GraphEdge } from '#contract/relation.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useGo } from '#web/platform/page.tsx'
import { type Graph, otherEnd } from './graph.ts'
import { relationMessages } from './messages.ts'
import css from './relation.module.css'
import { ZoomButtons } from './toolbar.tsx'
import { type NodePositions, type PlacedGraph, useLayout } from './use-layout.ts'
import type { PathChoice } from './use-path.ts'
import type { GraphWords } from './use-words.ts'
import type { NodeSanctionStatuses, ViewHandle } from './view.ts'

const directions: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** The neighbour of a node that lies best in the direction of an arrow key. */
export function neighbourTowards(
  key: string,
  arrow: string,
  links: ReadonlyMap<string, readonly GraphEdge[]>,
  places: NodePositions,
): string | undefined {
  const [dx, dy] = directions[arrow] ?? [0, 0]
  const here = places[key]
  if (!here) return undefined
  const lying = (links.get(key) ?? []).flatMap(edge => {
    const other = otherEnd(edge, key)
    const place = places[other]
    if (!place || other === key) return []
    const [x, y] = [place.x - here.x, place.y - here.y]
    return [{ other, towards: (x * dx + y * dy) / (Math.hypot(x, y) || 1) }]
  })
  return lying.filter(one => one.towards > 0.2).sort((a, b) => b.towards - a.towards)[0]?.other
}

const isArrow = (key: string) => key in directions

/** Runs the action of a key on the drawing; other keys are left to the page. */
function onKey(event: KeyboardEvent, acts: Record<string, (() => void) | undefined>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  act()
}

const loadView = () => import('./drawing/sigma-view.tsx')
const SigmaView = lazy(loadView)

type Props = {
  graph: Graph
  root: string
  words: GraphWords
  standings: NodeSanctionStatuses
  selected: string | null
  select: (key: string | null) => void
  toggle: (key: string) => void
  path: PathChoice
  handle: { current: ViewHandle | null }
  isFull: boolean
  toggleFull: () => void
  isWaiting: boolean
}

const noPath: string[] = []
const emptyGraph: PlacedGraph = { nodes: [], edges: [], places: {}, isFinal: false }

/** The drawing with its interaction by mouse and keyboard. */
export function GraphStage(props: Props) {
  const { graph, root, words, standings, selected, select, toggle, path, handle, isFull, toggleFull, isWaiting } = props
  const t = useT(relationMessages)
  const go = useGo()
  const box = useRef<HTMLDivElement>(null)
  const placed = useLayout(graph, box)
  // Loaded while the layout is computed; a failure is reported when it is rendered.
  useEffect(() => void loadView().catch(() => undefined), [])
  const here = selected ?? root

  function move(arrow: string) {
    const next = placed && neighbourTowards(here, arrow, words.links, placed.places)
    select(next ?? here)
    if (next) handle.current?.show(next)
  }
  function open() {
    const node = words.byKey.get(here)
    if (node && here !== root) go(`${node.kind}_detail`, { params: { id: node.id } })
  }
  const zoom = (factor: number) => handle.current?.zoom(factor)
  const fit = () => handle.current?.fit()

  return (
    <div
      ref={box}
      className={css.stage}
      data-drawn={placed !== undefined}
      data-placing={!placed?.isFinal}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing has keyboard controls, as its description states
      tabIndex={0}
      role="application"
      aria-label={t('graph')}
      aria-describedby="relation-help"
      onFocus={event => event.target === box.current && !selected && select(root)}
      onKeyDown={event => {
        if (event.target !== box.current) return
        if (isArrow(event.key)) {
          event.preventDefault()
          move(event.key)
        } else
          onKey(event, {
            Enter: open,
            e: () => toggle(here),
            o: open,
            p: () => path.choose(here),
            '+': () => zoom(1.3),
            '=': () => zoom(1.3),
            '-': () => zoom(1 / 1.3),
            '0': fit,
            Escape: selected && !isFull ? () => select(null) : undefined,
          })
      }}
    >
      {/* Mounted before the layout is ready: the graphics processor is prepared meanwhile. */}
      <Suspense fallback={null}>
        <SigmaView
          graph={placed ?? emptyGraph}
          root={root}
          selected={selected}
          path={path.keys ?? noPath}
          standings={standings}
          edgeName={words.edgeName}
          onSelect={select}
          onExpand={toggle}
          handle={handle}
        />
      </Suspense>
      {(!placed || isWaiting) && (
        <div className={css.placing} role="status">
          <Spin size="small" />
          {placed ? t('expanding') : t('placing', { nodes: graph.nodes.length })}
        </div>
      )}
      <ZoomButtons zoom={zoom} fit={fit} isFull={isFull} toggleFull={toggleFull} />
      <p id="relation-help" className="visually-hidden">
        {t('help')}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {selected && words.describe(selected)}
      </p>
    </div>
  )
}
