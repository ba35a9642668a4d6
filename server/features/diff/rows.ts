import { reviewThreshold } from '#contract/diff.api.ts'
import type { JudgedDiff } from './judge.ts'

/** A row of the queue: one difference, or a cluster; its score is the highest. */
export type Row = { ids: number[]; score: number }

/** Differences worth a review, those of a cluster together. */
export function rowsOf(judged: readonly JudgedDiff[]): Row[] {
  const worth = judged.filter(({ score }) => score >= reviewThreshold)
  const groups = Map.groupBy(worth, ({ id, cluster }) => cluster ?? `#${id}`)
  return [...groups.values()].map(list => ({
    ids: list.map(({ id }) => id),
    score: Math.max(...list.map(({ score }) => score)),
  }))
}

/** Rows of `one` none of whose differences is in a row of `other`. */
export function rowsMissing(one: readonly Row[], other: readonly Row[]): Row[] {
  const covered = new Set(other.flatMap(({ ids }) => ids))
  return one.filter(({ ids }) => !ids.some(id => covered.has(id)))
}
