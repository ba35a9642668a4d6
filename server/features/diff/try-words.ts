import { type TrialEffect, triedRounds } from '#contract/diff-trial.ts'
import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/word.api.ts'
import { readStoredPage } from '#server/features/page/page.service.ts'
import { findSharedTexts } from '#server/features/shared_text/shared_text.service.ts'
import { findSite } from '#server/features/site/site.service.ts'
import { findNewHits, newByLevel, openWordTrial, type WordTrial } from '#server/features/word/word.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { CaptureLost } from '#server/store/store.ts'
import { compareInThread } from './compare-apart.ts'
import type { TakeTask } from './compare-tasks.ts'
import type { RoundDiff } from './round-diff.ts'
import { type DiffTexts, findDiffTexts, findNewestRounds } from './try-rounds.queries.ts'
import { tryOnRounds } from './try-rounds.ts'

/** Rounds looked at, and the time for reading texts. */
const mostRounds = 600
const readingMs = 12_000

/**
 * Judges the newest rounds of all readable sites with and without a change of the words. Only the number of new hits
 * changes, by what both dictionaries find in the stored texts: a change without effect therefore gives no difference.
 */
export async function tryWordChange(
  ctx: Ctx,
  change: Received<typeof contract.tryWordChange>['body'],
  limitMs = readingMs,
): Promise<TrialEffect> {
  const trial = await openWordTrial(ctx, change)
  const until = performance.now() + limitMs
  return await tryOnRounds(ctx, {
    rounds: await findNewestRounds(ctx, triedRounds, mostRounds),
    until,
    change: async (diffs, round, effect) => {
      const texts = await findDiffTexts(ctx, round, trial.only)
      return await changeHits(ctx, { trial, diffs, texts, ogId: round.og_id, round: round.round, until }, effect)
    },
  })
}

type Reading = { trial: WordTrial; diffs: RoundDiff[]; texts: DiffTexts[]; ogId: number; round: number; until: number }

/** The differences with the number of new hits that the changed dictionary would have given; the same list if none. */
async function changeHits(
  ctx: Ctx,
  { trial, diffs, texts, ogId, round, until }: Reading,
  effect: TrialEffect,
): Promise<RoundDiff[]> {
  if (trial.only?.length === 0) return diffs
  const { filter } = await findSite(ctx, ogId)
  const shared = await findSharedTexts(ctx, ogId, round)
  const changes = new Map<number, [number, number, number]>()
  for (const [at, text] of texts.entries()) {
    if (performance.now() > until) {
      effect.untried_texts += texts.length - at
      break
    }
    const change = await hitChange(ctx, trial, text, { filter, shared })
    if (change === null) effect.lost_texts += 1
    else if (change.some(each => each !== 0)) changes.set(text.id, change)
  }
  if (changes.size === 0) return diffs
  return diffs.map(diff => {
    const change = changes.get(diff.id)
    if (!change) return diff
    const add = (level: 0 | 1 | 2) => Math.max(0, diff.facts.wordHits[level] + change[level])
    return { ...diff, facts: { ...diff.facts, wordHits: [add(0), add(1), add(2)] } }
  })
}

/** New hits by level with the change minus those without; null if a text is no longer stored. */
async function hitChange(
  ctx: Ctx,
  { present, proposed }: WordTrial,
  { is_new: isNew, before, after }: DiffTexts,
  sides: Pick<TakeTask, 'filter' | 'shared'>,
): Promise<[number, number, number] | null> {
  if (!after || (!isNew && !before)) return null
  try {
    const [old, now] = [before && (await readStoredPage(ctx, before)), await readStoredPage(ctx, after)]
    const read = await compareInThread({ before: old, after: now, ...sides })
    const hits = (words: WordTrial['present']) =>
      newByLevel(findNewHits(words, read.after, read.comparison, isNew).matches)
    const [without, having] = [hits(present), hits(proposed)]
    return [having[0] - without[0], having[1] - without[1], having[2] - without[2]]
  } catch (error) {
    if (error instanceof CaptureLost) return null
    throw error
  }
}
