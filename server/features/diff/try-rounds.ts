import type { TrialEffect } from '#contract/diff-trial.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { yieldToEventLoop } from '#server/platform/process/yield-to-event-loop.ts'
import { countActivePages, findRoundDiffs } from './judge.queries.ts'
import { judgeRound } from './judge.ts'
import type { RoundDiff } from './round-diff.ts'
import { type Row, rowsMissing, rowsOf } from './rows.ts'
import { findTriedPages, type TriedRound } from './try-rounds.queries.ts'
import { findPlaceDecisions, findPlaceHistory } from './volatile.queries.ts'

type Example = TrialEffect['examples'][number]
type Found = Omit<Example, 'page' | 'diff_id'> & { id: number; page_id: number }

/** Differences judged for a trial. */
const triedDiffs = 20_000
const mostExamples = 5
const effects = ['fewer', 'more', 'raised', 'lowered'] as const

/**
 * The differences of a round as the change would have made them; the same list if it changes none. A difference that only
 * the change would have made has a negative id.
 */
export type ChangeDiffs = (diffs: RoundDiff[], round: TriedRound, effect: TrialEffect) => Promise<RoundDiff[]>

/** Judges rounds with and without a change of a setting, and compares their rows. Nothing is saved. */
export async function tryOnRounds(
  ctx: Ctx,
  { rounds, until, change }: { rounds: readonly TriedRound[]; until: number; change: ChangeDiffs },
): Promise<TrialEffect> {
  const mayReview = ctx.actor.role === 'admin'
  const effect: TrialEffect = {
    ...{ sites: 0, rounds: 0, rows_before: 0, rows_after: 0, more: 0, fewer: 0, raised: 0, lowered: 0 },
    ...{ important: mayReview ? 0 : null, examples: [], untried_rounds: 0, untried_texts: 0, lost_texts: 0 },
  }
  const sites = new Set<number>()
  const found: Found[] = []
  let judged = 0
  for (const round of rounds) {
    if (judged >= triedDiffs || performance.now() > until) {
      effect.untried_rounds += 1
      continue
    }
    const diffs = await findRoundDiffs(ctx, round.og_id, round.round)
    judged += diffs.length
    sites.add(round.og_id)
    const changed = await change(diffs, round, effect)
    const known = {
      pages: await countActivePages(ctx, round.og_id, round.round),
      history: await findPlaceHistory(ctx, round.og_id, round.round),
      decisions: await findPlaceDecisions(ctx, round.og_id),
    }
    const before = rowsOf(judgeRound(diffs, known).diffs)
    const after = changed === diffs ? before : rowsOf(judgeRound(changed, known).diffs)
    effect.rounds += 1
    effect.rows_before += before.length
    effect.rows_after += after.length
    if (changed !== diffs)
      found.push(...compareRows(effect, { before, after, diffs: [...diffs, ...changed], round: round.round }))
    await yieldToEventLoop()
  }
  effect.sites = sites.size
  effect.examples = await describeExamples(ctx, found, mayReview)
  return effect
}

type Compared = { before: Row[]; after: Row[]; diffs: readonly RoundDiff[]; round: number }

/** Counts the rows that appear, are missing or move, and returns some of them. */
function compareRows(effect: TrialEffect, { before, after, diffs, round }: Compared): Found[] {
  const byId = new Map(diffs.map(diff => [diff.id, diff]))
  const found: Found[] = []
  const note = (kind: Example['effect'], { ids }: Row, scores: [number | null, number | null]) => {
    effect[kind] += 1
    const [id] = ids
    const page_id = id === undefined ? undefined : byId.get(id)?.page_id
    const line = ids.flatMap(each => byId.get(each)?.excerpt ?? [])[0] ?? null
    const [score_before, score_after] = scores
    if (id !== undefined && page_id !== undefined)
      found.push({ id, page_id, effect: kind, round, line, score_before, score_after })
  }
  for (const row of rowsMissing(before, after)) {
    note('fewer', row, [row.score, null])
    const isImportant = row.ids.some(id => byId.get(id)?.status === 'important')
    if (effect.important !== null && isImportant) effect.important += 1
  }
  for (const row of rowsMissing(after, before)) note('more', row, [null, row.score])
  const old = new Map(before.flatMap(row => row.ids.map(id => [id, row] as const)))
  for (const row of after) {
    const was = row.ids.map(id => old.get(id)).find(each => each !== undefined)
    if (was && was.score !== row.score) note(was.score < row.score ? 'raised' : 'lowered', row, [was.score, row.score])
  }
  return found
}

/** The strongest effects first: rows that are missing or appear, then the largest change of a score. */
async function describeExamples(ctx: Ctx, found: readonly Found[], mayReview: boolean): Promise<Example[]> {
  const size = ({ score_before, score_after }: Found) => Math.abs((score_after ?? 0) - (score_before ?? 0))
  const chosen = found
    .toSorted((a, b) => effects.indexOf(a.effect) - effects.indexOf(b.effect) || size(b) - size(a))
    .slice(0, mostExamples)
  const pages = await findTriedPages(
    ctx,
    chosen.map(({ page_id }) => page_id),
  )
  return chosen.flatMap(({ id, page_id, ...example }) => {
    const page = pages.get(page_id)
    return page ? [{ ...example, diff_id: mayReview && id > 0 ? id : null, page }] : []
  })
}
