import { cutText } from '#contract/text.ts'
import { findPageOf, findVersionsById, readStoredPage } from '#server/features/page/page.service.ts'
import { findSharedTexts } from '#server/features/shared_text/shared_text.service.ts'
import { findSite } from '#server/features/site/site.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { CaptureLost } from '#server/store/store.ts'
import { isDifferent } from './compare.ts'
import { compareInThread } from './compare-apart.ts'
import { describeDiff } from './describe.ts'
import {
  countActivePages,
  findPending,
  findRoundDiffs,
  type PendingDiff,
  type RescoredDiff,
  saveJudgedDiffs,
  saveRescored,
} from './judge.queries.ts'
import { judgeRound } from './judge.ts'
import type { VolatilePlace } from './judge-volatile.ts'
import { followReviews } from './round.queries.ts'
import { findPlaceDecisions, findPlaceHistory, findWaitingRounds, saveLearnedPlaces } from './volatile.queries.ts'

const batch = 50

/** Judges all differences of one round together, and notes the places that change in most rounds. */
export async function judgeDiffs(ctx: Ctx, ogId: number, round: number): Promise<void> {
  const [diffs, pages] = [await findRoundDiffs(ctx, ogId, round), await countActivePages(ctx, ogId, round)]
  if (diffs.length === 0) return
  const history = await findPlaceHistory(ctx, ogId, round)
  const decisions = await findPlaceDecisions(ctx, ogId)
  const judged = judgeRound(diffs, { pages, history, decisions })
  await saveJudgedDiffs(ctx, ogId, judged.diffs)
  const byId = new Map(diffs.map(diff => [diff.id, diff]))
  const sampleOf = ({ sample }: VolatilePlace) => {
    const diff = byId.get(sample.diff)
    // A difference with one line has no others to choose from.
    return (diff?.lines ? diff.lines.find(({ hunk }) => hunk === sample.hunk)?.text : diff?.excerpt) ?? null
  }
  const learned = judged.volatile.map(each => ({
    ...{ place: each.place, page_id: each.page_id, pages: each.pages },
    sample: cutText(sampleOf(each) ?? '', sampleChars) || null,
  }))
  await saveLearnedPlaces(ctx, ogId, round, learned)
}

const sampleChars = 120
/** Older rounds keep their judgement. */
const mostRounds = 10

/** After a decision about a place: judges the newest rounds with waiting differences again. */
export async function judgeWaiting(ctx: Ctx, ogId: number): Promise<void> {
  for (const round of await findWaitingRounds(ctx, ogId, mostRounds)) await judgeDiffs(ctx, ogId, round)
  await followReviews(ctx, [ogId])
}

/**
 * After a change of the site’s filter: compares pending differences again with the filter on both sides, and judges
 * them again.
 */
export async function rescoreDiffs(ctx: Ctx, ogId: number): Promise<void> {
  const rounds = new Set<number>()
  let last = 0
  for (;;) {
    const pending = await findPending(ctx, ogId, last, batch)
    for (const diff of pending) {
      const rescored = await rescore(ctx, ogId, diff)
      if (rescored) await saveRescored(ctx, ogId, rescored)
      rounds.add(diff.round)
    }
    if (pending.length < batch) break
    last = pending.at(-1)?.id ?? last
  }
  for (const round of rounds) await judgeDiffs(ctx, ogId, round)
  await followReviews(ctx, [ogId])
}

/** Null if the texts no longer exist: the difference then keeps its score. */
async function rescore(ctx: Ctx, ogId: number, diff: PendingDiff): Promise<RescoredDiff | null> {
  const { filter } = await findSite(ctx, ogId)
  const page = await findPageOf(ctx, diff.page_id)
  const ids = [diff.from_version, diff.to_version].filter(id => id !== null)
  const versions = page ? await findVersionsById(ctx, page, ids) : []
  if (versions.length < ids.length || versions.some(version => version.is_lost)) return null
  const read = async (id: number | null) => {
    const version = versions.find(each => each.id === id)
    return version ? await readStoredPage(ctx, version) : null
  }
  try {
    const [before, after] = [await read(diff.from_version), await read(diff.to_version)]
    const { comparison } = await compareInThread({
      before,
      after,
      filter,
      shared: await findSharedTexts(ctx, ogId, diff.round),
    })
    return { id: diff.id, ...describeDiff(comparison, { ...diff.facts, isFiltered: !isDifferent(comparison) }) }
  } catch (error) {
    if (error instanceof CaptureLost) return null
    throw error
  }
}
