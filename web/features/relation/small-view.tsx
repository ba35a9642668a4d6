import cytoscape, { type Core, type StylesheetJson } from 'cytoscape'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { useIsDark } from '#web/platform/theme.ts'
import { edgeKeyOf, keyOf } from './graph.ts'
import { colourOf, type Palette, paletteOf, shapeOf, shorten } from './look.ts'
import css from './relation.module.css'
import { sizeOf } from './use-layout.ts'
import { isOnPath, type ViewProps } from './view.ts'

function styleOf(palette: Palette): StylesheetJson {
  return [
    {
      selector: 'node',
      style: {
        label: 'data(label)',
        shape: 'data(shape)' as never,
        width: 'data(size)',
        height: 'data(size)',
        'background-color': 'data(colour)',
        color: palette.text,
        'font-size': 11,
        'font-family': getComputedStyle(document.body).fontFamily || 'sans-serif',
        'text-valign': 'bottom',
        'text-margin-y': 4,
        'text-outline-color': palette.surface,
        'text-outline-width': 2,
        'min-zoomed-font-size': 7,
      },
    },
    {
      selector: 'node.root',
      style: { 'font-weight': 600 as never, 'font-size': 13, 'border-width': 2, 'border-color': palette.text },
    },
    {
      selector: 'edge',
      style: {
        width: 1,
        'line-color': palette.line,
        'curve-style': 'haystack',
        color: palette.text2,
        'font-size': 10,
        'text-rotation': 'autorotate',
        'text-outline-color': palette.surface,
        'text-outline-width': 2,
        'min-zoomed-font-size': 8,
      },
    },
    { selector: 'edge.membership', style: { 'line-style': 'dashed' } },
    { selector: 'edge.named', style: { label: 'data(label)', 'line-color': palette.text2 } },
    { selector: '.dim', style: { opacity: 0.25 } },
    { selector: 'edge.path', style: { width: 3, 'line-color': palette.path, label: 'data(label)' } },
    {
      selector: 'node.chosen',
      style: { 'overlay-color': palette.primary, 'overlay-opacity': 0.2, 'overlay-padding': 6 },
    },
  ]
}

/** The graph with shapes and names, for as many nodes as a canvas draws without delay. */
export default function SmallView({ graph, root, selected, path, nameEdge, onSelect, onExpand, handle }: ViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const core = useRef<Core>(null)
  const isDark = useIsDark()
  const acts = useRef({ onSelect, onExpand })
  useEffect(() => {
    acts.current = { onSelect, onExpand }
  })

  useEffect(() => {
    if (!box.current) return
    const cy = cytoscape({
      container: box.current,
      boxSelectionEnabled: false,
      selectionType: 'single',
      minZoom: 0.05,
      maxZoom: 4,
      textureOnViewport: false,
      hideEdgesOnViewport: false,
      autounselectify: true,
    })
    cy.on('tap', event =>
      acts.current.onSelect(event.target === cy || !event.target.isNode() ? null : event.target.id()),
    )
    cy.on('dbltap', 'node', event => acts.current.onExpand(event.target.id()))
    const resized = new ResizeObserver(() => cy.resize())
    resized.observe(box.current)
    core.current = cy
    return () => {
      resized.disconnect()
      core.current = null
      cy.destroy()
    }
  }, [])

  useEffect(() => {
    const cy = core.current
    if (!cy) return
    const palette = paletteOf(isDark)
    const isFirst = cy.elements().empty()
    cy.batch(() => {
      cy.elements().remove()
      cy.style(styleOf(palette))
      cy.add([
        ...graph.nodes.map(node => {
          const key = keyOf(node)
          const data = {
            id: key,
            label: shorten(node.name),
            shape: shapeOf(node),
            colour: colourOf(node, palette),
            size: sizeOf(node.degree) + (node.kind === 'person' && node.is_focus ? 6 : 0),
          }
          const classes = key === root ? 'root' : ''
          return { group: 'nodes' as const, data, position: { ...(graph.places[key] ?? { x: 0, y: 0 }) }, classes }
        }),
        ...graph.edges.map(edge => {
          const key = edgeKeyOf(edge)
          const data = { id: key, source: edge.from, target: edge.to, label: nameEdge(key) }
          return { group: 'edges' as const, data, classes: edge.kind }
        }),
      ])
    })
    if (isFirst) fitAll(cy)
  }, [graph, root, isDark, nameEdge])

  // biome-ignore lint/correctness/useExhaustiveDependencies: marks are set again on what was just drawn
  useEffect(() => {
    const cy = core.current
    if (!cy) return
    cy.batch(() => {
      cy.elements().removeClass('chosen dim path named')
      const chosen = selected ? cy.getElementById(selected) : cy.collection()
      chosen.addClass('chosen')
      chosen.connectedEdges().addClass('named')
      if (path.length > 0) {
        cy.elements().addClass('dim')
        for (const key of path) cy.getElementById(key).removeClass('dim')
        cy.edges()
          .filter(edge => isOnPath(path, edge.source().id(), edge.target().id()))
          .removeClass('dim')
          .addClass('path')
      }
    })
  }, [selected, path, graph, isDark])

  useImperativeHandle(handle, () => ({
    fit: () => core.current && fitAll(core.current),
    zoom: factor => {
      const cy = core.current
      cy?.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } })
    },
    show: key => {
      const cy = core.current
      const node = cy?.getElementById(key)
      if (!cy || !node || node.empty()) return
      const { x, y } = node.renderedPosition()
      if (x < 0 || y < 0 || x > cy.width() || y > cy.height()) cy.center(node)
    },
    picture: async () =>
      (await core.current?.png({
        output: 'blob-promise',
        full: true,
        scale: 2,
        bg: paletteOf(isDark).surface,
        maxWidth: 8000,
        maxHeight: 8000,
      })) ?? new Blob(),
  }))
  return <div ref={box} className={css.drawing} data-testid="small-view" />
}

function fitAll(cy: Core): void {
  cy.fit(undefined, 32)
  if (cy.zoom() > 1.4) {
    cy.zoom(1.4)
    cy.center()
  }
}
