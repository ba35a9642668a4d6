import type { PartyEntity } from '#contract/registry.ts'
import { displayName } from '#web/platform/display-name.ts'
import { type Graph, keyOf } from '../graph.ts'
import type { NodeSanctionStatuses } from '../view.ts'
import { type Bundle, bundle } from './bundle.ts'
import { colourOf, labelsOf, lettersOf, type Palette, ringOf } from './palette.ts'
import type { Scene, SceneNode } from './scene.ts'
import { shapeOf } from './shape.ts'

/** The drawing data of each node without its position, and the links bundled into lines. */
export type Model = {
  nodes: Map<string, Omit<SceneNode, 'x' | 'y'>>
  bundles: Bundle[]
  neighbours: ReadonlyMap<string, ReadonlySet<string>>
}

/** Radius in pixels when the whole graph is visible: up to 200 nodes have space for letters, thousands are dots. */
function radiusOf(degree: number, count: number, isRoot = false): number {
  const most = Math.min(26, Math.max(5, 150 / Math.sqrt(count)))
  const least = Math.min(16, Math.max(2, 100 / Math.sqrt(count)))
  const radius = Math.min(most, least + (most - least) * (Math.log2(1 + degree) / 7))
  return isRoot ? Math.max(radius, most) * 1.2 : radius
}

const sizes: Record<PartyEntity, number> = { og: 1.1, person: 1 }

type ModelTexts = {
  edgeName: (edge: Graph['edges'][number]) => string
  today: string
  standings?: NodeSanctionStatuses
  /** The lines on the way to sanctioned parties. */
  risk?: ReadonlySet<string>
  /** A second line below the name of a node. */
  noteOf?: ((key: string) => string | null) | undefined
}

export function modelOf(
  graph: Graph,
  root: string,
  palette: Palette,
  { edgeName, today, standings, risk, noteOf }: ModelTexts,
): Model {
  const bundles = bundle(graph.edges, edgeName, today, risk)
  const neighbours = new Map<string, Set<string>>()
  const meet = (one: string, other: string) => {
    const known = neighbours.get(one)
    if (known) known.add(other)
    else neighbours.set(one, new Set([other]))
  }
  for (const { a, b } of bundles) {
    meet(a, b)
    meet(b, a)
  }
  const labels = labelsOf(graph.nodes.map(node => displayName(node)))
  const nodes = graph.nodes.map((node, n) => {
    const key = keyOf(node)
    return [
      key,
      {
        key,
        radius: radiusOf(node.degree, graph.nodes.length, key === root) * sizes[node.kind],
        shape: shapeOf(node),
        colour: colourOf(node, palette),
        name: displayName(node),
        label: labels[n] ?? '',
        letters: lettersOf(displayName(node)),
        note: noteOf?.(key) ?? null,
        ring: ringOf(node, standings?.get(key) ?? null, palette),
        icon: node.icon,
        isStar: node.kind === 'person' && node.is_focus,
        standing: standings?.get(key) ?? null,
        weight: node.degree - node.depth * 0.01,
      },
    ] as const
  })
  return { nodes: new Map(nodes), bundles, neighbours }
}

/** Combines the nodes and their positions from `place`; nodes without a position and their lines are omitted. */
export function sceneOf(
  { nodes, bundles }: Model,
  place: (key: string, radius: number) => { x: number; y: number; radius: number } | undefined,
  rest: Pick<Scene, 'focus' | 'width' | 'height'>,
): Scene {
  const placed = new Map<string, SceneNode>()
  for (const [key, node] of nodes) {
    const at = place(key, node.radius)
    if (at) placed.set(key, { ...node, ...at })
  }
  const links = bundles.flatMap(each => {
    const [a, b] = [placed.get(each.a), placed.get(each.b)]
    return a && b ? [{ bundle: each, a, b }] : []
  })
  return { nodes: [...placed.values()], links, ...rest }
}
