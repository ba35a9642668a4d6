// Checks that feature folders depend on each other in one direction: a folder in a cycle can be read, tested and moved
// only with the whole cycle.
import { importsOf, sources } from './source-files.ts'

/** Pairs of folders that need each other, and why. At most two, only on the server. */
const knownPairs: { pair: [string, string]; why: string }[] = []
const pairsAtMost = 2

const test = /\.test\.tsx?$|\/factory\.ts$/
const faults: string[] = []
const usedNodes = new Set<object>()

for (const side of ['web', 'server'] as const)
  for (const cycle of cyclesOf(graphOf(side))) {
    const known = side === 'server' && knownPairs.find(({ pair }) => isSame(pair, cycle.folders))
    if (known) usedNodes.add(known)
    else faults.push(`${side}/features: ${cycle.folders.join(', ')} form an import cycle:`, ...cycle.edges)
  }
for (const { folders } of cyclesOf(graphOfFiles())) faults.push(`files that import each other: ${folders.join(', ')}`)
for (const known of knownPairs)
  if (!usedNodes.has(known))
    faults.push(`${known.pair.join(' and ')} no longer form a cycle: remove them from the list`)
if (knownPairs.length > pairsAtMost) faults.push(`more than ${pairsAtMost} pairs of folders that import each other`)
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

type Graph = Map<string, Map<string, string[]>>

/**
 * The folders that each folder imports, with the imports. A `policy.ts` is a separate node next to its folder: checking
 * permissions does not bind a folder to the feature, as long as policies import only policies.
 */
function graphOf(side: 'web' | 'server'): Graph {
  const graph: Graph = new Map()
  const place = new RegExp(`^${side}/features/([^/]+)/(.+)$`)
  // Features might otherwise form a hidden cycle through these two.
  const between = new RegExp(`^${side}/(?:(record|core)/|(entities)\\.ts$)`)
  const nodeOf = (path: string) => {
    const [, record, nouns] = between.exec(path) ?? []
    const [, folder, name] = place.exec(path) ?? []
    return record ?? nouns ?? (folder && (name === `${folder}.policy.ts` ? `${folder}/policy` : folder))
  }
  for (const { file, source } of sources(side)) {
    const from = nodeOf(file)
    if (!from || test.test(file)) continue
    for (const target of importsOf(file, source)) {
      const to = nodeOf(target)
      if (!to || to === from || test.test(target)) continue
      const edges = graph.get(from) ?? new Map<string, string[]>()
      graph.set(from, edges)
      edges.set(to, [...(edges.get(to) ?? []), `  ${file} imports ${target}`])
    }
  }
  return graph
}

/** The files that each file imports; dynamic imports (`import()`) form no cycle. */
function graphOfFiles(): Graph {
  const graph: Graph = new Map()
  for (const { file, source } of sources('{contract,server,web,cli,bench,scripts,e2e}')) {
    const atOnce = source.replace(/\bimport\s*\([^)]*\)/g, '')
    graph.set(file, new Map(importsOf(file, atOnce).map(target => [target, []])))
  }
  return graph
}

/** Folders that reach each other (Tarjan's strongly connected components), with the imports between them. */
function cyclesOf(graph: Graph): { folders: string[]; edges: string[] }[] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (node: string): void => {
    order.set(node, order.size)
    lowest.set(node, order.get(node) ?? 0)
    open.push(node)
    for (const next of graph.get(node)?.keys() ?? []) {
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(node) !== order.get(node)) return
    const cycle = open.splice(open.indexOf(node))
    if (cycle.length > 1) found.push(cycle.sort())
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found.map(folders => ({
    folders,
    edges: folders.flatMap(from => folders.flatMap(to => graph.get(from)?.get(to) ?? [])),
  }))
}

function isSame(pair: readonly string[], folders: readonly string[]): boolean {
  return folders.length === pair.length && pair.every(folder => folders.includes(folder))
}
