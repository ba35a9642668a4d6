import { isDeepStrictEqual } from 'node:util'
import { type TrialEffect, triedRounds } from '#contract/diff-trial.ts'
import type { SiteFilter } from '#contract/site.api.ts'
import { readStoredPage } from '#server/features/page/page.service.ts'
import { findSharedTexts } from '#server/features/shared_text/shared_text.service.ts'
import { checkFilter, findSite, writableOg } from '#server/features/site/site.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { CaptureLost } from '#server/store/store.ts'
import { isHome } from '#server/text/url.ts'
import { isDifferent, type TextComparison } from './compare.ts'
import { compareInThread } from './compare-apart.ts'
import { describeDiff } from './describe.ts'
import { diffDigest } from './digest.ts'
import type { KeptVersion } from './recheck.queries.ts'
import type { RoundDiff } from './round-diff.ts'
import type { DiffFacts } from './score.ts'
import { findDiffTexts, findSilentPairs, findSiteRounds, type SilentPair } from './try-rounds.queries.ts'
import { tryOnRounds } from './try-rounds.ts'

const readingMs = 12_000
const mostSilent = 2_000

/**
 * Judges the newest rounds of a site with and without a change of its filter. Versions that made no difference with the
 * present filter are compared as well, because the new one may remove less.
 */
export async function tryFilterChange(
  ctx: Ctx,
  ogId: number,
  proposed: SiteFilter,
  limitMs = readingMs,
): Promise<TrialEffect> {
  await writableOg(ctx, ogId)
  await checkFilter(proposed)
  const { filter: present } = await findSite(ctx, ogId)
  const until = performance.now() + limitMs
  const rounds = await findSiteRounds(ctx, ogId, triedRounds)
  const numbers = rounds.map(({ round }) => round)
  const isSame = isDeepStrictEqual(present, proposed)
  const silent = isSame ? [] : await findSilentPairs(ctx, ogId, numbers, mostSilent)
  const trial = { ctx, ogId, present, proposed, until }
  return await tryOnRounds(ctx, {
    rounds,
    until,
    change: async (diffs, round, effect) => {
      if (isSame) return diffs
      const texts = await findDiffTexts(ctx, round, null)
      const changed = await changeFacts(trial, { diffs, texts }, effect)
      const added = await compareSilent(
        trial,
        silent.filter(pair => pair.round === round.round),
        effect,
      )
      return added.length === 0 ? changed : [...changed, ...added]
    },
  })
}

type Trial = { ctx: Ctx; ogId: number; present: SiteFilter; proposed: SiteFilter; until: number }

/** The differences as the new filter would have made them; the same list if it changes none. */
async function changeFacts(
  trial: Trial,
  { diffs, texts }: { diffs: RoundDiff[]; texts: Awaited<ReturnType<typeof findDiffTexts>> },
  effect: TrialEffect,
): Promise<RoundDiff[]> {
  const byId = new Map(diffs.map(diff => [diff.id, diff]))
  const changes = new Map<number, RoundDiff>()
  for (const [at, { id, is_new: isNew, before, after }] of texts.entries()) {
    if (performance.now() > trial.until) {
      effect.untried_texts += texts.length - at
      break
    }
    const diff = byId.get(id)
    if (!diff) continue
    if (!after || (!isNew && !before)) {
      effect.lost_texts += 1
      continue
    }
    const changed = await changeOne(trial, diff, { before, after })
    if (changed === null) effect.lost_texts += 1
    else if (changed !== diff) changes.set(id, changed)
  }
  return changes.size === 0 ? diffs : diffs.map(diff => changes.get(diff.id) ?? diff)
}

/** The same difference if the new filter does not change it; null if its texts are no longer stored. */
async function changeOne(
  trial: Trial,
  diff: RoundDiff,
  texts: { before: KeptVersion | null; after: KeptVersion },
): Promise<RoundDiff | null> {
  const compared = await compareWith(trial, texts, trial.proposed)
  if (compared === null) return null
  const isFiltered = Boolean(diff.facts.isFiltered)
  if (isFiltered === !isDifferent(compared) && isDeepStrictEqual(stored(compared), diff.facts.digest)) return diff
  // A difference that an earlier filter or edition made may differ from what the present one makes.
  const now = await compareWith(trial, texts, trial.present)
  if (now === null) return null
  if (isDifferent(now) === isDifferent(compared) && isDeepStrictEqual(stored(now), stored(compared))) return diff
  return { ...diff, ...described(compared, diff.facts) }
}

const stored = (comparison: TextComparison): unknown => JSON.parse(JSON.stringify(diffDigest(comparison)))

function described(comparison: TextComparison, known: Omit<DiffFacts, 'digest'>): Omit<RoundDiff, 'id'> {
  const { facts, lines } = describeDiff(comparison, { ...known, isFiltered: !isDifferent(comparison) })
  return { facts, lines: lines.length > 1 ? lines : null, excerpt: lines[0]?.text ?? null }
}

/** The differences that the new filter would have made between versions that have none. */
async function compareSilent(trial: Trial, pairs: readonly SilentPair[], effect: TrialEffect): Promise<RoundDiff[]> {
  const found: RoundDiff[] = []
  for (const [at, pair] of pairs.entries()) {
    if (performance.now() > trial.until) {
      effect.untried_texts += pairs.length - at
      break
    }
    const compared = await compareWith(trial, pair, trial.proposed)
    if (compared === null) effect.lost_texts += 1
    else if (isDifferent(compared)) {
      const known = {
        ...{ change: 'changed' as const, url: pair.url, isHome: isHome(pair.url) },
        ...{ quality: 'good' as const, wordHits: pair.word_hits, mentions: pair.mentions },
      }
      found.push({ id: -pair.after.id, page_id: pair.page_id, ...described(compared, known) })
    }
  }
  return found
}

async function compareWith(
  { ctx, ogId }: Trial,
  { before, after }: { before: KeptVersion | null; after: KeptVersion },
  filter: SiteFilter,
): Promise<TextComparison | null> {
  try {
    const [old, now] = [before && (await readStoredPage(ctx, before)), await readStoredPage(ctx, after)]
    const shared = await findSharedTexts(ctx, ogId, after.round)
    return (await compareInThread({ before: old, after: now, filter, shared })).comparison
  } catch (error) {
    if (error instanceof CaptureLost) return null
    throw error
  }
}
