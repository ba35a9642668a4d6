import type { Received, Reply } from '#contract/endpoint.ts'
import * as contract from '#contract/word.api.ts'
import { readStoredPage } from '#server/features/page/page.service.ts'
import { findSite } from '#server/features/site/site.service.ts'
import { findNewHits, newByLevel, openWordTrial, type WordTrial } from '#server/features/word/word.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { yieldToEventLoop } from '#server/platform/process/yield-to-event-loop.ts'
import { CaptureLost } from '#server/store/store.ts'
import type { SiteFilter } from '#server/text/site-filter.ts'
import { compareInThread } from './compare-apart.ts'
import { countActivePages, findRoundDiffs } from './judge.queries.ts'
import { judgeRound } from './judge.ts'
import type { RoundDiff } from './round-diff.ts'
import { type Row, rowsMissing, rowsOf } from './rows.ts'
import { type DiffTexts, findDiffTexts, findNewestRounds, findPagesOfDiffs } from './try-words.queries.ts'
import { findPlaceDecisions, findPlaceHistory } from './volatile.queries.ts'

type Effect = Reply<typeof contract.tryWordChange>
type Example = Effect['examples'][number]
type Found = Omit<Example, 'page' | 'diff_id'> & { id: number }

/** Differences judged for a trial, rounds looked at, and the time for reading texts. */
const triedDiffs = 20_000
const mostRounds = 600
const readingMs = 12_000
const mostExamples = 5
const effects = ['fewer', 'more', 'raised', 'lowered'] as const

/**
 * Judges the newest rounds of all readable sites with and without a change of the words. Only the number of new hits
 * changes, by what both dictionaries find in the stored texts: a change without effect therefore gives no difference.
 */
export async function tryWordChange(
  ctx: Ctx,
  change: Received<typeof contract.tryWordChange>['body'],
  limitMs = readingMs,
): Promise<Effect> {
  const trial = await openWordTrial(ctx, change)
  const until = performance.now() + limitMs
  const mayReview = ctx.actor.role === 'admin'
  const effect: Effect = {
    ...{ sites: 0, rounds: 0, rows_before: 0, rows_after: 0, more: 0, fewer: 0, raised: 0, lowered: 0 },
    ...{ important: mayReview ? 0 : null, examples: [], untried_rounds: 0, untried_texts: 0, lost_texts: 0 },
  }
  const sites = new Set<number>()
  const found: Found[] = []
  let judged = 0
  for (const round of await findNewestRounds(ctx, contract.triedRounds, mostRounds)) {
    if (judged >= triedDiffs || performance.now() > until) {
      effect.untried_rounds += 1
      continue
    }
    const diffs = await findRoundDiffs(ctx, round.og_id, round.round)
    judged += diffs.length
    sites.add(round.og_id)
    const texts = await findDiffTexts(ctx, round, trial.only)
    const changed = await changeHits(ctx, { trial, diffs, texts, ogId: round.og_id, until }, effect)
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
    if (changed !== diffs) found.push(...compareRows(effect, { before, after, diffs, round: round.round }))
    await yieldToEventLoop()
  }
  effect.sites = sites.size
  effect.examples = await describeExamples(ctx, found, mayReview)
  return effect
}

type Reading = { trial: WordTrial; diffs: RoundDiff[]; texts: DiffTexts[]; ogId: number; until: number }

/** The differences with the number of new hits that the changed dictionary would have given; the same list if none. */
async function changeHits(
  ctx: Ctx,
  { trial, diffs, texts, ogId, until }: Reading,
  effect: Effect,
): Promise<RoundDiff[]> {
  if (trial.only?.length === 0) return diffs
  const { filter } = await findSite(ctx, ogId)
  const changes = new Map<number, [number, number, number]>()
  for (const [at, text] of texts.entries()) {
    if (performance.now() > until) {
      effect.untried_texts += texts.length - at
      break
    }
    const change = await hitChange(ctx, trial, text, filter)
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
  filter: SiteFilter,
): Promise<[number, number, number] | null> {
  if (!after || (!isNew && !before)) return null
  try {
    const [old, now] = [before && (await readStoredPage(ctx, before)), await readStoredPage(ctx, after)]
    const read = await compareInThread({ before: old, after: now, filter })
    const hits = (words: WordTrial['present']) =>
      newByLevel(findNewHits(words, read.after, read.comparison, isNew).matches)
    const [without, having] = [hits(present), hits(proposed)]
    return [having[0] - without[0], having[1] - without[1], having[2] - without[2]]
  } catch (error) {
    if (error instanceof CaptureLost) return null
    throw error
  }
}

type Compared = { before: Row[]; after: Row[]; diffs: readonly RoundDiff[]; round: number }

/** Counts the rows that appear, are missing or move, and returns some of them. */
function compareRows(effect: Effect, { before, after, diffs, round }: Compared): Found[] {
  const byId = new Map(diffs.map(diff => [diff.id, diff]))
  const found: Found[] = []
  const note = (kind: Example['effect'], { ids }: Row, scores: [number | null, number | null]) => {
    effect[kind] += 1
    const [id] = ids
    const line = ids.flatMap(each => byId.get(each)?.excerpt ?? [])[0] ?? null
    if (id !== undefined) found.push({ id, effect: kind, round, line, score_before: scores[0], score_after: scores[1] })
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
  const pages = await findPagesOfDiffs(
    ctx,
    chosen.map(({ id }) => id),
  )
  return chosen.flatMap(({ id, ...example }) => {
    const page = pages.get(id)
    return page ? [{ ...example, diff_id: mayReview ? id : null, page }] : []
  })
}
