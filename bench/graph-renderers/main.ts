// One graph drawn by the renderer of the address: `?by=sigma&nodes=5000`. Arrows, names, and where it can be a face in each node.
declare global {
  interface Window {
    /** Milliseconds from the libraries' being there to the first picture. */
    firstMs?: number
  }
}

export type Renderer = 'sigma' | 'canvas' | 'webgl'

const asked = new URLSearchParams(location.search)
const by = asked.get('by') as Renderer
const count = Number(asked.get('nodes'))
const box = document.getElementById('box') as HTMLElement
const golden = Math.PI * (3 - Math.sqrt(5))

const nodes = Array.from({ length: count }, (_, n) => ({
  id: `n${n}`,
  x: 60 * Math.sqrt(n) * Math.cos(n * golden),
  y: 60 * Math.sqrt(n) * Math.sin(n * golden),
  label: n % 3 ? `Person ${n} 张三` : `组织 ${n} Holding`,
  size: 6 + (n % 7),
}))
const edges: { source: string; target: string; label: string }[] = []
for (let n = 1; edges.length < count * 2; n += 1) {
  const [source, target] = [n % count, n % 2 ? Math.floor((n % count) / 7) : (n * 7919) % count]
  const label = ['parent of', '持股 30%', 'chair at'][n % 3] ?? ''
  if (source !== target) edges.push({ source: `n${source}`, target: `n${target}`, label })
}

const startedAt = performance.now()
if (by === 'sigma') {
  const [{ MultiGraph }, { default: Sigma }, { EdgeArrowProgram }] = await Promise.all([
    import('graphology'),
    import('sigma'),
    import('sigma/rendering'),
  ])
  const graph = new MultiGraph()
  for (const { id, x, y, label, size } of nodes) graph.addNode(id, { x, y, label, size: size / 2, color: '#7799aa' })
  for (const { source, target, label } of edges)
    graph.addEdge(source, target, { label, size: 1, color: '#cccccc', type: 'arrow' })
  new Sigma(graph, box, {
    renderEdgeLabels: true,
    edgeProgramClasses: { arrow: EdgeArrowProgram },
    labelRenderedSizeThreshold: 5,
  })
} else {
  const { default: cytoscape } = await import('cytoscape')
  // A preview that its types do not know yet.
  const preview = { renderer: { name: 'canvas', webgl: by === 'webgl' } }
  const core = cytoscape({
    container: box,
    minZoom: 0.01,
    ...preview,
    layout: { name: 'preset' },
    style: [
      {
        selector: 'node',
        style: {
          label: 'data(label)',
          width: 'data(size)',
          height: 'data(size)',
          'background-color': '#7799aa',
          'background-image': aFace(),
          'background-fit': 'cover',
          'font-size': 11,
          'min-zoomed-font-size': 7,
        },
      },
      {
        selector: 'edge',
        style: {
          label: 'data(label)',
          width: 1,
          'line-color': '#cccccc',
          'curve-style': 'straight',
          'target-arrow-shape': 'triangle',
          'target-arrow-color': '#cccccc',
          'font-size': 10,
          'text-rotation': 'autorotate',
          'min-zoomed-font-size': 8,
        },
      },
    ],
    elements: [
      ...nodes.map(({ x, y, size, ...data }) => ({ data: { ...data, size: size * 2 }, position: { x, y } })),
      ...edges.map((data, n) => ({ data: { ...data, id: `e${n}` } })),
    ],
  })
  core.fit(undefined, 20)
}
requestAnimationFrame(() =>
  requestAnimationFrame(() => {
    window.firstMs = performance.now() - startedAt
  }),
)

function aFace(): string {
  const canvas = document.createElement('canvas')
  canvas.width = 64
  canvas.height = 64
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#8899bb'
    context.fillRect(0, 0, 64, 64)
    context.fillStyle = '#ffffff'
    context.font = '28px sans-serif'
    context.fillText('张', 18, 42)
  }
  return canvas.toDataURL()
}
