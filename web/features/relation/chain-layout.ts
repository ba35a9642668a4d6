import type { ChainRow } from '#contract/ownership.api.ts'
import type { Graph } from './graph.ts'
import type { NodePositions } from './layout-start.ts'

/** Rows of owners, or of holdings, each below the one that it holds or that holds it. */
type Rows = readonly ChainRow[]
export type Share = { min: number; max: number }

/** A column and a row for each node; the record is in column 0, owners at its left, holdings at its right. */
type Cells = Map<string, { column: number; row: number }>

const columnWidth = 300
const rowHeight = 92

/** Positions of a chain from left to right, and its number of rows. */
export function chainPlaces(root: string, owners: Rows, holdings: Rows): { places: NodePositions; rows: number } {
  const sides = [sideCells(holdings, 1), sideCells(owners, -1)]
  const heights = sides.map(heightOf)
  const height = Math.max(1, ...heights)
  const cells: Cells = new Map()
  // The smaller side is centred on the larger one.
  for (const [n, side] of sides.entries())
    for (const [key, { column, row }] of side)
      if (key !== root) cells.set(key, { column, row: row + (height - (heights[n] ?? 0)) / 2 })
  spreadColumns(cells)
  cells.set(root, { column: 0, row: (height - 1) / 2 })
  const at = ({ column, row }: { column: number; row: number }) => ({ x: column * columnWidth, y: -row * rowHeight })
  const rows = Math.max(...[...cells.values()].map(({ row }) => row)) + 1
  return { places: Object.fromEntries([...cells].map(([key, cell]) => [key, at(cell)])), rows }
}

const heightOf = (cells: Cells) => Math.max(0, ...[...cells.values()].map(({ row }) => row + 1))

type Branch = { row: ChainRow; children: Branch[] }

/** The rows as trees. A row that repeats a node follows the branch that has the node itself, to keep lines short. */
function branchesOf(rows: Rows, isMain: (row: ChainRow) => boolean): Branch[] {
  const top: Branch[] = []
  const open: Branch[][] = [top]
  for (const row of rows) {
    const branch: Branch = { row, children: [] }
    open[row.depth - 1]?.push(branch)
    open[row.depth] = branch.children
  }
  const has = ({ row, children }: Branch, node: string): boolean =>
    (row.node === node && isMain(row)) || children.some(child => has(child, node))
  const ordered = (branches: Branch[]): Branch[] => {
    const repeated = branches.filter(({ row }) => !isMain(row))
    const others = branches.filter(({ row }) => isMain(row))
    const followed = others.flatMap(branch => [branch, ...repeated.filter(({ row }) => has(branch, row.node))])
    const all = [...followed, ...repeated.filter(branch => !followed.includes(branch))]
    return all.map(({ row, children }) => ({ row, children: ordered(children) }))
  }
  return ordered(top)
}

/** Each node is in the column of its farthest row, between the rows of its children, and between its own rows. */
function sideCells(rows: Rows, direction: 1 | -1): Cells {
  const depths = new Map<string, number>()
  const main = new Map<string, ChainRow>()
  for (const row of rows) {
    if (row.ends === 'cycle') continue
    depths.set(row.node, Math.max(depths.get(row.node) ?? 0, row.depth))
    if (row.ends === null || !main.has(row.node)) main.set(row.node, row)
  }
  const found = new Map<string, number[]>()
  let next = 0
  const place = ({ row, children }: Branch): number => {
    const own = children.map(place)
    const at = own.length > 0 ? ((own[0] ?? 0) + (own.at(-1) ?? 0)) / 2 : next++
    if (row.ends !== 'cycle') found.set(row.node, [...(found.get(row.node) ?? []), at])
    return at
  }
  for (const branch of branchesOf(rows, row => main.get(row.node) === row)) place(branch)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return new Map([...found].map(([key, at]) => [key, { column: direction * (depths.get(key) ?? 1), row: mean(at) }]))
}

/** Nodes of one column have a row each. */
function spreadColumns(cells: Cells): void {
  for (const column of Map.groupBy(cells.values(), cell => cell.column).values()) {
    let free = Number.NEGATIVE_INFINITY
    for (const cell of column.sort((a, b) => a.row - b.row)) {
      cell.row = Math.max(cell.row, free)
      free = cell.row + 1
    }
  }
}

/** Each step of the rows as a link, once; a share of 0 to 100 is not known and not printed. */
export function chainEdges(rows: Rows): Graph['edges'] {
  const steps = new Map(rows.map(({ step }) => [`${step.from} ${step.og}`, step]))
  return [...steps.values()].map(({ from, og, share, links }, n) => ({
    ...({ kind: 'og_relation', id: links[0] ?? -n - 1, from, to: og, type: null } as const),
    og_type: share === null ? 'controls' : 'owns',
    share: share && (share.min > 0 || share.max < 100) ? share : null,
    ...{ label: null, start_time: null, end_time: null },
  }))
}

/**
 * The share of each party in the record, and of the record in each holding, over all paths; absent where a path has no
 * share.
 */
export function effectiveShares(root: string, owners: Rows, holdings: Rows): Map<string, Share> {
  const shares = new Map<string, Share>()
  for (const [rows, near] of [
    [owners, 'from'],
    [holdings, 'og'],
  ] as const) {
    const steps = new Map(
      rows.flatMap(({ step, ends }) => (ends === 'cycle' ? [] : [[`${step.from} ${step.og}`, step] as const])),
    )
    const byNode = Map.groupBy(steps.values(), step => step[near])
    const known = new Map<string, Share | null>([[root, { min: 100, max: 100 }]])
    const totalOf = (node: string): Share | null => {
      const before = known.get(node)
      if (before !== undefined) return before
      known.set(node, null)
      const parts = (byNode.get(node) ?? []).map(step => {
        const rest = totalOf(near === 'from' ? step.og : step.from)
        return rest && step.share && { min: (step.share.min * rest.min) / 100, max: (step.share.max * rest.max) / 100 }
      })
      const total = parts.includes(null) ? null : sumOf(parts.flatMap(part => part ?? []))
      known.set(node, total)
      return total
    }
    for (const node of byNode.keys()) {
      const total = totalOf(node)
      if (total && node !== root) shares.set(node, total)
    }
  }
  return shares
}

const sumOf = (parts: readonly Share[]): Share => ({
  min: Math.min(
    100,
    parts.reduce((sum, { min }) => sum + min, 0),
  ),
  max: Math.min(
    100,
    parts.reduce((sum, { max }) => sum + max, 0),
  ),
})
