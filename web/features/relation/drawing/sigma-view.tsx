import { MultiGraph } from 'graphology'
import { useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import Sigma from 'sigma'
import { EdgeRectangleProgram } from 'sigma/rendering'
import { now } from '#web/platform/clock.ts'
import { useIsDark } from '#web/platform/theme.ts'
import type { NodePositions } from '../layout-start.ts'
import css from '../relation.module.css'
import type { ViewProps } from '../view.ts'
import type { Bundle } from './bundle.ts'
import { MarkProgram, NoProgram } from './mark-program.ts'
import { dottedLines, lineColour, lineWidth, marksOver } from './marks.ts'
import { type Model, modelOf, sceneOf } from './model.ts'
import { loadFaces, measureWith, paint } from './paint.ts'
import { type Palette, paletteOf, paperPalette } from './palette.ts'
import { pictureOf, svgPicture } from './picture.ts'
import { type Focus, isLit } from './scene.ts'

/** Lines of larger graphs are hidden while they are moved: without a graphics processor they take most of a frame. */
const linesOnMoveUpTo = 2_500
/**
 * Graphs with few nodes are not stretched to the edges of the box: a unit of the layout has at most this many pixels.
 */
const fewNodes = 12
const scaleAtMost = 2
const padding = 48
/** Area in pixels of the box that node sizes are made for; in smaller boxes nodes are smaller. */
const wideBox = 560_000

/** Layers of sigma that our own canvas replaces. They are hidden: visible, each would be composited in every frame. */
const unusedLayers = ['edgeLabels', 'labels', 'hovers', 'hoverNodes']

type DrawnGraph = {
  sigma: Sigma
  focus: Focus
  model: Model
  /** The lines of the model by their keys. */
  lines: ReadonlyMap<string, Bundle>
  places: NodePositions
  palette: Palette
}

/** Sigma draws lines and shapes with the graphics processor; names are drawn on a canvas above. */
export default function SigmaView(props: ViewProps) {
  const { graph, root, selected, path, standings, risk, noteOf, edgeName, onSelect, onExpand, handle } = props
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnGraph>(null)
  const isDark = useIsDark()
  const palette = useMemo(() => paletteOf(isDark), [isDark])
  const today = now().toISOString().slice(0, 10)
  const { nodes, edges, places } = graph
  const model = useMemo(
    () => modelOf({ nodes, edges }, root, palette, { edgeName, today, standings, risk: risk.shown, noteOf }),
    [nodes, edges, root, palette, edgeName, today, standings, risk, noteOf],
  )
  const acts = useRef({ onSelect, onExpand })
  useEffect(() => {
    acts.current = { onSelect, onExpand }
  })

  useEffect(() => {
    if (!box.current) return
    const focus: Focus = { root: '', selected: null, hovered: null, path: [], lit: null }
    const { sigma, free } = startSigma(box.current, drawn)
    drawn.current = {
      sigma,
      focus,
      model: { nodes: new Map(), bundles: [], neighbours: new Map() },
      lines: new Map(),
      places: {},
      palette: paletteOf(false),
    }
    sigma.on('clickNode', ({ node }) => acts.current.onSelect(node))
    sigma.on('clickStage', () => acts.current.onSelect(null))
    sigma.on('doubleClickNode', event => {
      event.preventSigmaDefault()
      acts.current.onExpand(event.node)
    })
    return () => {
      drawn.current = null
      free()
    }
  }, [])

  useEffect(() => {
    const now = drawn.current
    if (!now) return
    const isFiltered = now.palette === palette && now.places === places && isPartOf(model, now.sigma)
    const isOther = now.model !== model
    now.model = model
    now.lines = new Map(model.bundles.map(line => [line.key, line]))
    now.places = places
    now.palette = palette
    now.focus = { ...now.focus, root, hovered: null }
    updateLit(now)
    if (isFiltered) now.sigma.refresh({ skipIndexation: true })
    else if (isOther) replaceGraph(now)
    else moveNodes(now)
  }, [model, places, palette, root])

  useEffect(() => {
    const now = drawn.current
    if (!now) return
    now.focus = { ...now.focus, selected, path }
    updateLit(now)
    now.sigma.refresh({ skipIndexation: true })
  }, [selected, path])

  useImperativeHandle(handle, () => ({
    fit: () => void drawn.current?.sigma.getCamera().animatedReset({ duration: 0 }),
    zoom: factor => {
      const camera = drawn.current?.sigma.getCamera()
      camera?.setState({ ratio: camera.getBoundedRatio(camera.getState().ratio / factor) })
    },
    show: key => bringIntoSight(drawn.current?.sigma, key),
    picture: async (as, isPaper = false) =>
      drawn.current ? await pictureOf(pictured(drawn.current, isPaper), as) : new Blob(),
    print: () => {
      const svg = drawn.current && svgPicture(pictured(drawn.current, true))
      return svg ? new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement : null
    },
  }))
  /** The drawing without what only its user may see. */
  function pictured({ places, focus }: DrawnGraph, isPaper: boolean) {
    const colours = isPaper ? paperPalette() : palette
    const texts = { edgeName, today, risk: risk.inPictures, noteOf }
    const title = model.nodes.get(root)?.name ?? ''
    return { model: modelOf({ nodes, edges }, root, colours, texts), places, focus, palette: colours, title }
  }
  return <div ref={box} className={css.drawing} data-testid="graph-view" />
}

/** Sets the nodes that are not faded: the neighbours of the hovered node, or the shown path. */
function updateLit(drawn: DrawnGraph): void {
  const { hovered, path } = drawn.focus
  const highlighted = hovered ? (drawn.model.neighbours.get(hovered) ?? []) : path
  drawn.focus.lit = hovered || path.length > 0 ? new Set([...highlighted, ...(hovered ? [hovered] : [])]) : null
}

/** True if sigma has all nodes and lines of the model: the others only have to be hidden, which is much faster. */
function isPartOf({ nodes, bundles }: Model, sigma: Sigma): boolean {
  const drawn = sigma.getGraph()
  if (drawn.order === 0) return false
  for (const key of nodes.keys()) if (!drawn.hasNode(key)) return false
  return bundles.every(({ key, isDerived }) => isDerived || drawn.hasEdge(key))
}

/** Replaces the drawn model; the camera stays where it is. */
function replaceGraph({ sigma, model, places }: DrawnGraph): void {
  const { width, height } = sigma.getDimensions()
  const sizeFactor = Math.min(1, Math.sqrt((width * height) / wideBox))
  const multiGraph = new MultiGraph()
  for (const [key, { radius, colour, shape }] of model.nodes) {
    const { x, y } = places[key] ?? { x: 0, y: 0 }
    multiGraph.addNode(key, { x, y, size: radius * sizeFactor, color: colour, shape })
  }
  // Sigma's programs draw no dots: derived links are drawn on a canvas.
  for (const bundle of model.bundles)
    if (!bundle.isDerived && multiGraph.hasNode(bundle.a) && multiGraph.hasNode(bundle.b))
      multiGraph.addEdgeWithKey(bundle.key, bundle.a, bundle.b)
  sigma.setSetting('hideEdgesOnMove', model.bundles.length > linesOnMoveUpTo)
  sigma.setCustomBBox(frameOf(places, sigma.getDimensions()))
  sigma.setGraph(multiGraph)
}

/** Moves the same nodes to better positions. */
function moveNodes({ sigma, places }: DrawnGraph): void {
  sigma.setCustomBBox(frameOf(places, sigma.getDimensions()))
  const attributes = ['x', 'y']
  sigma.getGraph().updateEachNodeAttributes((key, data) => ({ ...data, ...places[key] }), { attributes })
}

/** The frame of all nodes, hidden ones too: a filter does not move the others. */
function frameOf(byKey: NodePositions, { width, height }: { width: number; height: number }) {
  const places = Object.values(byKey)
  const least = (pixels: number) => (places.length > fewNodes ? 0 : (pixels - 2 * padding) / scaleAtMost)
  const range = (values: number[], least: number): [number, number] => {
    const [low, high] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [0, 0])
    const missing = Math.max(0, least - (high - low)) / 2
    return [low - missing, high + missing]
  }
  return {
    x: range(
      places.map(({ x }) => x),
      least(width),
    ),
    y: range(
      places.map(({ y }) => y),
      least(height),
    ),
  }
}

function bringIntoSight(sigma: Sigma | undefined, key: string): void {
  const place = sigma?.getNodeDisplayData(key)
  if (!sigma || !place) return
  const { x, y } = sigma.framedGraphToViewport(place)
  const { width, height } = sigma.getDimensions()
  if (x < 0 || y < 0 || x > width || y > height) sigma.getCamera().setState({ x: place.x, y: place.y })
}

function startSigma(box: HTMLElement, drawn: { current: DrawnGraph | null }): { sigma: Sigma; free: () => void } {
  const sigma = new Sigma(new MultiGraph(), box, {
    allowInvalidContainer: true,
    // Registered under the names of sigma's own programs, because sigma prepares every registered program, used or not.
    nodeProgramClasses: { circle: MarkProgram },
    nodeHoverProgramClasses: { circle: NoProgram },
    edgeProgramClasses: { arrow: EdgeRectangleProgram },
    renderLabels: false,
    minEdgeThickness: 0.6,
    stagePadding: padding,
    minCameraRatio: 0.02,
    maxCameraRatio: 3,
    zIndex: true,
    defaultDrawNodeHover: () => undefined,
    nodeReducer: (key, data) => {
      const at = drawn.current
      if (!at?.model.nodes.has(key)) return { ...data, hidden: true }
      const lit = isLit(at.focus, key)
      const isFirst = key === at.focus.root || key === at.focus.selected
      return { ...data, color: lit ? data.color : at.palette.faint, zIndex: isFirst ? 2 : lit ? 1 : 0 }
    },
    edgeReducer: key => {
      const at = drawn.current
      const bundle = at?.lines.get(key)
      if (!at || !bundle) return { hidden: true }
      const color = lineColour(at.focus, bundle, at.palette)
      const thin = at.model.bundles.length > linesOnMoveUpTo ? 0.5 : 1
      const zIndex = bundle.isRisk ? 2 : color === at.palette.faint ? 0 : 1
      return { color, size: lineWidth(at.focus, bundle) * thin, zIndex }
    },
  })
  const style = { pointerEvents: 'none', position: 'absolute', inset: '0' }
  for (const layer of ['dotted', 'words']) sigma.createCanvasContext(layer, { style })
  const { dotted, nodes } = sigma.getCanvases()
  if (dotted) nodes?.before(dotted)
  sigma.resize(true)
  for (const layer of unusedLayers) sigma.getCanvases()[layer]?.style.setProperty('display', 'none')
  const context = sigma.getCanvases().words?.getContext('2d')
  const below = sigma.getCanvases().dotted?.getContext('2d')
  const faces = loadFaces(() => sigma.scheduleRender())
  const measure = context && measureWith(context, paletteOf(false).font)
  const still = watchMovement(() => sigma.scheduleRender())
  sigma.on('afterRender', () => {
    const at = drawn.current
    if (!at || !context || !below || !measure) return
    const { width, height } = sigma.getDimensions()
    context.clearRect(0, 0, width, height)
    below.clearRect(0, 0, width, height)
    const scene = sceneOf(
      at.model,
      key => {
        const data = sigma.getNodeDisplayData(key)
        return data && { ...sigma.framedGraphToViewport(data), radius: sigma.scaleSize(data.size) }
      },
      { focus: at.focus, width, height },
    )
    paint(below, dottedLines(scene, at.palette), at.palette, faces)
    paint(
      context,
      marksOver(scene, at.palette, measure, still.isMoving(sigma.getCamera().getState())),
      at.palette,
      faces,
    )
  })
  const hover = (key: string | null) => {
    const at = drawn.current
    if (!at) return
    at.focus = { ...at.focus, hovered: key }
    updateLit(at)
    box.style.cursor = key ? 'pointer' : ''
    sigma.refresh({ skipIndexation: true, schedule: true })
  }
  sigma.on('enterNode', ({ node }) => hover(node))
  sigma.on('leaveNode', () => hover(null))
  return {
    sigma,
    free: () => {
      still.stop()
      sigma.kill()
    },
  }
}

const stillAfterMs = 120

/** Reports whether the camera is moving; `onStill` is called when it stops. */
function watchMovement(onStill: () => void) {
  let before = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    isMoving(state: { x: number; y: number; ratio: number }): boolean {
      const now = `${state.x} ${state.y} ${state.ratio}`
      const isMoving = before !== '' && now !== before
      before = now
      if (isMoving) {
        clearTimeout(timer)
        timer = setTimeout(onStill, stillAfterMs)
      }
      return isMoving
    },
    stop: () => clearTimeout(timer),
  }
}
