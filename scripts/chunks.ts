// Decides which modules of the client share a file. By default, the bundler creates a chunk for each set of pages that
// share code, and a page requests more than a hundred of them.

/** One file of a build: its modules, its transferred bytes, and the files it needs before it runs. */
export type Chunk = { file: string; modules: readonly string[]; bytes: number; imports: readonly string[] }

/** One page load: its initial chunks, and its frequency. */
export type ChunkLoad = { starts: readonly string[]; weight: number }

type ChunkGroup = {
  chunks: readonly Chunk[]
  bytes: number
  /** The loads that include it. */
  loads: ReadonlySet<number>
}
type GroupPair = readonly [ChunkGroup, ChunkGroup]
type Needs = ReadonlyMap<ChunkGroup, ReadonlySet<ChunkGroup>>

/**
 * Merges chunks, always the two with the greatest gain, as long as the saved files are worth more than the unnecessary
 * bytes. `fileBytes`: the value of one file less. Returns the modules of each group; no group needs a later one.
 */
export function groupChunks(chunks: readonly Chunk[], loads: readonly ChunkLoad[], fileBytes: number): string[][] {
  let groups = sameLoads(chunks, loads)
  for (let pair = best(groups, loads, fileBytes); pair; pair = best(groups, loads, fileBytes))
    groups = mergePair(groups, pair)
  return inOrder(groups).map(group => group.chunks.flatMap(chunk => chunk.modules))
}

/** Merges chunks that the same loads include, which costs nothing. */
function sameLoads(chunks: readonly Chunk[], loads: readonly ChunkLoad[]): ChunkGroup[] {
  const byFile = new Map(chunks.map(chunk => [chunk.file, chunk]))
  const brought = loads.map(load => closure(load.starts, file => byFile.get(file)?.imports ?? []))
  const groups = new Map<string, Chunk[]>()
  for (const chunk of chunks) {
    const key = loads.flatMap((_, n) => (brought[n]?.has(chunk.file) ? [n] : [])).join()
    if (key !== '') groups.set(key, [...(groups.get(key) ?? []), chunk])
  }
  return [...groups].map(([key, held]) => aGroup(held, new Set(key.split(',').map(Number))))
}

function aGroup(chunks: readonly Chunk[], loads: ReadonlySet<number>): ChunkGroup {
  return { chunks, loads, bytes: chunks.reduce((sum, chunk) => sum + chunk.bytes, 0) }
}

/** The two groups with the greatest gain that form no cycle; undefined if no merge gains. */
function best(groups: readonly ChunkGroup[], loads: readonly ChunkLoad[], fileBytes: number): GroupPair | undefined {
  const needs = needsOf(groups)
  const behind = new Map(groups.map(group => [group, closure([group], each => needs.get(each) ?? [])]))
  let found: { pair: GroupPair; gain: number } | undefined
  for (const [at, one] of groups.entries())
    for (const other of groups.slice(at + 1)) {
      const saved = weightOf(one.loads.intersection(other.loads), loads) * fileBytes
      const least = found?.gain ?? 0
      if (saved <= least) continue
      const all = one.loads.union(other.loads)
      // The unnecessary bytes of the pair alone already exclude most pairs.
      if (saved - waste(one, all, loads) - waste(other, all, loads) <= least) continue
      // Loads that include the two also include their dependencies.
      const brought = new Set([...(behind.get(one) ?? []), ...(behind.get(other) ?? [])])
      const gain = saved - [...brought].reduce((sum, group) => sum + waste(group, all, loads), 0)
      if (gain > least && !isCircle([one, other], needs)) found = { pair: [one, other], gain }
    }
  return found?.pair
}

/** The weighted bytes of a group that these loads would include unnecessarily. */
function waste(group: ChunkGroup, brought: ReadonlySet<number>, loads: readonly ChunkLoad[]): number {
  return weightOf(brought.difference(group.loads), loads) * group.bytes
}

function weightOf(which: ReadonlySet<number>, loads: readonly ChunkLoad[]): number {
  let weight = 0
  for (const n of which) weight += loads[n]?.weight ?? 0
  return weight
}

function mergePair(groups: readonly ChunkGroup[], pair: GroupPair): ChunkGroup[] {
  const needs = needsOf(groups)
  const loads = new Set(pair.flatMap(group => [...group.loads]))
  const brought = closure(pair, each => needs.get(each) ?? [])
  return [
    aGroup(
      pair.flatMap(group => group.chunks),
      loads,
    ),
    ...groups
      .filter(group => !pair.includes(group))
      .map(group => (brought.has(group) ? aGroup(group.chunks, new Set([...group.loads, ...loads])) : group)),
  ]
}

function needsOf(groups: readonly ChunkGroup[]): Needs {
  const groupOf = new Map(groups.flatMap(group => group.chunks.map(chunk => [chunk.file, group] as const)))
  return new Map(
    groups.map(group => {
      const needed = new Set(group.chunks.flatMap(chunk => chunk.imports.map(file => groupOf.get(file))))
      needed.delete(group)
      needed.delete(undefined)
      return [group, needed as Set<ChunkGroup>]
    }),
  )
}

/** The merged group would need itself: a third group is on the path from one to the other. */
function isCircle([one, other]: GroupPair, needs: Needs): boolean {
  const leads = (from: ChunkGroup, to: ChunkGroup) =>
    closure(
      [...(needs.get(from) ?? [])].filter(group => group !== to),
      each => needs.get(each) ?? [],
    ).has(to)
  return leads(one, other) || leads(other, one)
}

/** The starts and everything reachable from them. */
function closure<T>(starts: Iterable<T>, next: (each: T) => Iterable<T>): Set<T> {
  const found = new Set(starts)
  for (const each of found) for (const reached of next(each)) found.add(reached)
  return found
}

function inOrder(groups: readonly ChunkGroup[]): ChunkGroup[] {
  const needs = needsOf(groups)
  const ordered = new Set<ChunkGroup>()
  const place = (group: ChunkGroup) => {
    if (ordered.has(group)) return
    for (const needed of needs.get(group) ?? []) place(needed)
    ordered.add(group)
  }
  for (const group of groups) place(group)
  return [...ordered]
}
