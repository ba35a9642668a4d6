import { MultiGraph } from 'graphology'
import { useEffect, useImperativeHandle, useRef } from 'react'
import Sigma from 'sigma'
import { useIsDark } from '#web/platform/theme.ts'
import { edgeKeyOf, keyOf } from './graph.ts'
import { colourOf, paletteOf, shorten } from './look.ts'
import css from './relation.module.css'
import { sizeOf } from './use-layout.ts'
import { isOnPath, type ViewProps } from './view.ts'

/** The graph drawn by the graphics processor, for thousands of nodes: colours and names, no shapes. */
export default function LargeView({ graph, root, selected, path, onSelect, onExpand, handle }: ViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<Sigma>(null)
  const isDark = useIsDark()
  const acts = useRef({ onSelect, onExpand })
  const marks = useRef({ selected, path, root })
  useEffect(() => {
    acts.current = { onSelect, onExpand }
    marks.current = { selected, path, root }
    drawn.current?.refresh({ skipIndexation: true })
  })

  useEffect(() => {
    if (!box.current) return
    const palette = paletteOf(isDark)
    const whole = new MultiGraph()
    for (const node of graph.nodes) {
      const { x, y } = graph.places[keyOf(node)] ?? { x: 0, y: 0 }
      const size = sizeOf(node.degree) / 4
      whole.addNode(keyOf(node), { x, y, size, color: colourOf(node, palette), label: shorten(node.name) })
    }
    for (const edge of graph.edges)
      whole.addEdgeWithKey(edgeKeyOf(edge), edge.from, edge.to, { size: 0.6, color: palette.line })
    const sigma = new Sigma(whole, box.current, {
      labelColor: { color: palette.text },
      labelSize: 11,
      labelRenderedSizeThreshold: 5,
      hideEdgesOnMove: false,
      zIndex: true,
      defaultDrawNodeHover: (context, data, settings) => {
        context.fillStyle = palette.primary
        context.beginPath()
        context.arc(data.x, data.y, data.size + 3, 0, Math.PI * 2)
        context.fill()
        settings.defaultDrawNodeLabel(context, data, settings)
      },
      nodeReducer: (key, data) => {
        const { selected, path, root } = marks.current
        const isMarked = key === selected || key === root || path.includes(key)
        if (path.length > 0 && !isMarked) return { ...data, color: palette.line, label: null }
        return isMarked
          ? { ...data, size: data.size * 2, forceLabel: true, highlighted: key === selected, zIndex: 1 }
          : data
      },
      edgeReducer: (key, data) => {
        const { path } = marks.current
        const [from, to] = whole.extremities(key)
        return isOnPath(path, from, to) ? { ...data, color: palette.path, size: 3, zIndex: 1 } : data
      },
    })
    sigma.on('clickNode', ({ node }) => acts.current.onSelect(node))
    sigma.on('clickStage', () => acts.current.onSelect(null))
    sigma.on('doubleClickNode', event => {
      event.preventSigmaDefault()
      acts.current.onExpand(event.node)
    })
    drawn.current = sigma
    return () => {
      drawn.current = null
      sigma.kill()
    }
  }, [graph, isDark])

  useImperativeHandle(handle, () => ({
    fit: () => void drawn.current?.getCamera().animatedReset({ duration: 0 }),
    zoom: factor => {
      const camera = drawn.current?.getCamera()
      camera?.setState({ ratio: camera.getState().ratio / factor })
    },
    show: key => {
      const place = drawn.current?.getNodeDisplayData(key)
      if (place) drawn.current?.getCamera().setState({ x: place.x, y: place.y })
    },
    picture: () => pictureOf(drawn.current, paletteOf(isDark).surface),
  }))
  return <div ref={box} className={css.drawing} data-testid="large-view" />
}

/** All layers on one canvas; what the graphics processor drew is only there within the same frame. */
function pictureOf(sigma: Sigma | null, ground: string): Promise<Blob> {
  const whole = document.createElement('canvas')
  const context = whole.getContext('2d')
  const layers = Object.values(sigma?.getCanvases() ?? {})
  whole.width = layers[0]?.width ?? 1
  whole.height = layers[0]?.height ?? 1
  sigma?.refresh()
  if (context) {
    context.fillStyle = ground
    context.fillRect(0, 0, whole.width, whole.height)
    for (const layer of layers) if (layer.width > 0) context.drawImage(layer, 0, 0, whole.width, whole.height)
  }
  return new Promise(resolve => whole.toBlob(blob => resolve(blob ?? new Blob())))
}
