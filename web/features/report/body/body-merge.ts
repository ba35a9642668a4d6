import { diff } from 'fast-myers-diff'
import type { ReportBlock, ReportInline } from '#contract/report-body.ts'

type FactNode = Extract<ReportInline, { type: 'fact' }>

export type MergeChoice = 'mine' | 'theirs' | 'both'

/** A stretch of blocks: either equal on both sides, or different with a choice. */
export type MergePart =
  | { kind: 'same'; blocks: ReportBlock[] }
  | { kind: 'differs'; mine: ReportBlock[]; theirs: ReportBlock[]; choice: MergeChoice | null }

/**
 * A key that is equal for blocks that look the same to a reader: refreshed names of records and explicit defaults make
 * no difference.
 */
export function blockKey(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (inner === null || typeof inner !== 'object') return inner
    if (Array.isArray(inner)) return key === 'marks' ? [...inner].sort(byType) : inner
    // A cited fact is identified by its key: its present state is computed for each reader.
    if (isFact(inner)) return [inner.type, inner.attrs.key, inner.attrs.noun]
    const entries = Object.entries(inner).filter(([name, each]) => !isDefault(name, each, key))
    const isLabelled = entries.some(([name, each]) => name === 'id' && each !== null)
    return Object.fromEntries(
      entries.filter(([name]) => !(isLabelled && name === 'label')).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  })
}

const isFact = (node: object): node is FactNode => 'type' in node && node.type === 'fact' && 'attrs' in node
const byType = (a: { type: string }, b: { type: string }) => (a.type < b.type ? -1 : 1)
const defaults: Record<string, unknown> = { start: 1, colspan: 1, rowspan: 1, colwidth: null, alt: '', width: 100 }

function isDefault(name: string, value: unknown, parent: string): boolean {
  if (value === undefined) return true
  if ((name === 'content' || name === 'marks') && Array.isArray(value)) return value.length === 0
  if (parent === 'attrs' && name in defaults) return defaults[name] === value
  return name === 'attrs' && Object.entries(value as object).every(([key, each]) => isDefault(key, each, 'attrs'))
}

/** `from`..`to` of the base became `ownFrom`..`ownTo`. */
type Hunk = { from: number; to: number; ownFrom: number; ownTo: number }

function hunksOf(base: readonly string[], own: readonly string[]): Hunk[] {
  return [...diff(base, own)].map(([from, to, ownFrom, ownTo]) => ({ from, to, ownFrom, ownTo }))
}

const shiftOf = ({ from, to, ownFrom, ownTo }: Hunk) => ownTo - ownFrom - (to - from)

type Sides = { base: readonly ReportBlock[]; mine: readonly ReportBlock[]; theirs: readonly ReportBlock[] }

/**
 * Merges three texts into parts (diff3): a change of one side is chosen already, a change of both waits for a choice.
 */
export function mergeParts({ base, mine, theirs }: Sides): MergePart[] {
  const keys = base.map(blockKey)
  const ours = { hunks: hunksOf(keys, mine.map(blockKey)), shift: 0 }
  const others = { hunks: hunksOf(keys, theirs.map(blockKey)), shift: 0 }
  const parts: MergePart[] = []
  let at = 0
  while (ours.hunks.length > 0 || others.hunks.length > 0) {
    const from = Math.min(ours.hunks[0]?.from ?? base.length, others.hunks[0]?.from ?? base.length)
    let to = from
    const taken = { ours: [] as Hunk[], others: [] as Hunk[] }
    for (let grew = true; grew; ) {
      grew = false
      for (const [side, list] of [
        [ours, taken.ours],
        [others, taken.others],
      ] as const) {
        const next = side.hunks[0]
        if (next && next.from <= to) {
          list.push(next)
          side.hunks.shift()
          to = Math.max(to, next.to)
          grew = true
        }
      }
    }
    if (from > at) parts.push({ kind: 'same', blocks: theirs.slice(at + others.shift, from + others.shift) })
    const cut = (list: readonly ReportBlock[], side: { shift: number }, hunks: readonly Hunk[]) => {
      const start = from + side.shift
      side.shift += hunks.reduce((sum, hunk) => sum + shiftOf(hunk), 0)
      return list.slice(start, to + side.shift)
    }
    parts.push(partOf(cut(mine, ours, taken.ours), cut(theirs, others, taken.others), taken))
    at = to
  }
  if (at < base.length) parts.push({ kind: 'same', blocks: theirs.slice(at + others.shift) })
  return parts
}

function partOf(mine: ReportBlock[], theirs: ReportBlock[], taken: { ours: Hunk[]; others: Hunk[] }): MergePart {
  if (blockKey(mine) === blockKey(theirs)) return { kind: 'same', blocks: theirs }
  const choice = taken.others.length === 0 ? 'mine' : taken.ours.length === 0 ? 'theirs' : null
  return { kind: 'differs', mine, theirs, choice }
}

/** Compares two texts without a known base: every difference waits for a choice. */
export function compareParts({ mine, theirs }: Omit<Sides, 'base'>): MergePart[] {
  return mergeParts({ base: theirs, mine, theirs }).map(part =>
    part.kind === 'differs' ? { ...part, choice: null } : part,
  )
}

/** The text that results from the choices; an open choice gives mine. */
export function mergedBlocks(parts: readonly MergePart[]): ReportBlock[] {
  return parts.flatMap(part => {
    if (part.kind === 'same') return part.blocks
    if (part.choice === 'theirs') return part.theirs
    return part.choice === 'both' ? [...part.theirs, ...part.mine] : part.mine
  })
}

export const isResolved = (parts: readonly MergePart[]): boolean =>
  parts.every(part => part.kind === 'same' || part.choice !== null)
