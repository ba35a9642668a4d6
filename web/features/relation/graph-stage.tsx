import { Spin } from 'antd'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { GraphEdge } from '#contract/relation.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useGo } from '#web/platform/page.tsx'
import { type Graph, otherEnd } from './graph.ts'
import type { NodePositions } from './layout-start.ts'
import { relationMessages } from './messages.ts'
import css from './relation.module.css'
import { ZoomButtons } from './toolbar.tsx'
import { type PlacedGraph, useLayout } from './use-layout.ts'
import type { PathChoice } from './use-path.ts'
import type { GraphWords } from './use-words.ts'
import type { FullScreen, NodeSanctionStatuses, RiskLines, ViewHandle } from './view.ts'

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

type StageProps = {
  /** The graph with its positions; undefined until there are some. */
  placed: PlacedGraph | undefined
  box: { current: HTMLDivElement | null }
  root: string
  words: Pick<GraphWords, 'byKey' | 'links' | 'edgeName' | 'describe'>
  standings: NodeSanctionStatuses
  risk: RiskLines
  noteOf?: (key: string) => string | null
  selected: string | null
  select: (key: string | null) => void
  toggle?: (key: string) => void
  path?: Pick<PathChoice, 'keys' | 'choose'>
  handle: { current: ViewHandle | null }
  full: FullScreen
  /** The text while there is something to wait for. */
  waiting?: string | undefined
  arrangeAgain?: () => void
  /** Rows of a drawing that need no more height than these. */
  rows?: number
  /** Above the drawing, at its left edge. */
  children?: ReactNode
}

type Props = Omit<StageProps, 'placed' | 'box' | 'waiting' | 'arrangeAgain'> & {
  graph: Graph
  /** With the nodes that a filter hides: they keep their places. */
  whole: Graph
  isWaiting: boolean
}

const noPath: string[] = []
const noToggle = () => undefined
const emptyGraph: PlacedGraph = { nodes: [], edges: [], places: {}, isFinal: false }

/** A graph on a stage, laid out by its links. */
export function GraphStage({ graph, whole, isWaiting, ...stage }: Props) {
  const t = useT(relationMessages)
  const box = useRef<HTMLDivElement>(null)
  const { placed, arrangeAgain } = useLayout(graph, whole, stage.root, box)
  const waiting = placed ? isWaiting && t('expanding') : t('placing', { nodes: graph.nodes.length })
  return <Stage {...stage} placed={placed} box={box} waiting={waiting || undefined} arrangeAgain={arrangeAgain} />
}

/** The drawing with its interaction by mouse and keyboard. */
export function Stage(props: StageProps) {
  const { placed, box, root, words, standings, risk, noteOf, selected, select, toggle, path, handle, full } = props
  const t = useT(relationMessages)
  const go = useGo()
  const printed = usePrinted(handle)
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
    <div className={css.frame}>
      <div
        ref={box}
        className={css.stage}
        style={props.rows === undefined ? undefined : ({ '--rows': props.rows } as object)}
        data-rows={props.rows}
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
              e: toggle && (() => toggle(here)),
              o: open,
              p: path && (() => path.choose(here)),
              '+': () => zoom(1.3),
              '=': () => zoom(1.3),
              '-': () => zoom(1 / 1.3),
              '0': fit,
              Escape: selected && !full.isFull ? () => select(null) : undefined,
            })
        }}
      >
        {/* Mounted before the layout is ready: the graphics processor is prepared meanwhile. */}
        <Suspense fallback={null}>
          <SigmaView
            graph={placed ?? emptyGraph}
            root={root}
            selected={selected}
            path={path?.keys ?? noPath}
            standings={standings}
            risk={risk}
            noteOf={noteOf}
            edgeName={words.edgeName}
            onSelect={select}
            onExpand={toggle ?? noToggle}
            handle={handle}
          />
        </Suspense>
        {props.waiting && (
          <div className={css.placing} role="status">
            <Spin size="small" />
            {props.waiting}
          </div>
        )}
        <ZoomButtons zoom={zoom} fit={fit} full={full} arrangeAgain={props.arrangeAgain} />
        <p id="relation-help" className="visually-hidden">
          {t('help')}
        </p>
        <p className="visually-hidden" aria-live="polite">
          {selected && words.describe(selected)}
        </p>
      </div>
      {props.children}
      <div ref={printed} className={css.printed} />
    </div>
  )
}

/** A picture for the printer: browsers print no drawing of the graphics processor. */
function usePrinted(handle: StageProps['handle']) {
  const printed = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const draw = () => printed.current?.replaceChildren(...[handle.current?.print() ?? []].flat())
    const clear = () => printed.current?.replaceChildren()
    window.addEventListener('beforeprint', draw)
    window.addEventListener('afterprint', clear)
    return () => {
      window.removeEventListener('beforeprint', draw)
      window.removeEventListener('afterprint', clear)
    }
  }, [handle])
  return printed
}
