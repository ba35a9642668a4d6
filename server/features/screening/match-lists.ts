import type { MatchFeature } from '#contract/screening.api.ts'
import type { ComparedList } from '#contract/screening_file.api.ts'
import type { Party, Script, Weights } from '#server/name/name.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { searchList } from './engine.ts'
import { type EntryRow, findListedEntries, findListNames } from './party.queries.ts'
import { findScreened } from './progress.queries.ts'

/** An entry that may be the requested party, with the version of the list that was searched. */
export type MatchHit = {
  list: ComparedList
  entry_id: number
  key: string
  schema: string
  caption: string
  score: number
  features: MatchFeature[]
}

/** Lists that have a version, in their present state; if `ids` is not empty, only those. */
export async function listsNow(ctx: Ctx, ids: readonly number[] = []): Promise<ComparedList[]> {
  const [lists, names] = await Promise.all([findScreened(ctx), findListNames(ctx)])
  return lists
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .map(({ id, version }) => ({ id, version, name: names.get(id) ?? '' }))
}

/**
 * The likeliest entries of all lists first; `count`: with those over the limit; `uncompared`: upper bound of names of the
 * lists that were not compared, because others are more similar.
 */
export type Answer = { hits: MatchHit[]; count: number; uncompared: number }

/**
 * Entries of these lists that each party may be. Stores nothing. Each list is one task of the engine: a caller with
 * many parties should send them in small batches, so that other callers are served in between.
 */
export async function matchLists(
  ctx: Ctx,
  lists: readonly ComparedList[],
  parties: readonly Party[],
  { cutoff, ...options }: { cutoff: number; limit: number; weights: Weights; without?: Script },
): Promise<Answer[]> {
  const all: Answer[] = parties.map(() => ({ hits: [], count: 0, uncompared: 0 }))
  for (const list of lists) {
    const of = { list_id: list.id, version: list.version, since: 0 }
    const found = await searchList(ctx, of, parties, { ...options, threshold: cutoff })
    const entries = await matchedEntries(
      ctx,
      found.flatMap(({ hits }) => hits.map(({ entry_id }) => entry_id)),
    )
    for (const [n, { hits, left, uncompared }] of found.entries()) {
      const answer = all[n]!
      answer.count += hits.length + left
      answer.uncompared += uncompared
      for (const { entry_id, score, features } of hits) {
        const entry = entries.get(entry_id)
        if (!entry) continue
        const { key, schema, properties } = entry
        answer.hits.push({ list, entry_id, key, schema, caption: properties.name?.at(0) ?? key, score, features })
      }
    }
  }
  return all.map(({ hits, ...rest }) => ({
    hits: hits.sort((a, b) => b.score - a.score).slice(0, options.limit),
    ...rest,
  }))
}

/** Entries by their ids, of any version; entries of a deleted list are missing. */
export async function matchedEntries(ctx: Ctx, ids: readonly number[]): Promise<Map<number, EntryRow>> {
  return new Map((await findListedEntries(ctx, [...new Set(ids)])).map(row => [row.id, row]))
}
