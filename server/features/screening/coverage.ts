import { type PartyEntity, partyEntities } from '#contract/registry.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import {
  countScreened,
  findListRows,
  findProven,
  findStoredPairs,
  queueForgottenAfter,
  sampleUpToDate,
} from './coverage.queries.ts'
import { matchList } from './hits.ts'
import { prefilterMargin } from './near-parties.ts'
import { findListedEntries, findParties } from './party.queries.ts'
import { isWhole } from './progress.queries.ts'
import { queueUnlessWaiting } from './queue.queries.ts'
import { isSameBasis, lockWriting, readBasis } from './screened.queries.ts'

/**
 * Screening state of a list: `screened_version` is the version that all records were compared with, `screened_at` the
 * time when that was complete.
 */
export type ListScreened = {
  id: number
  name: string
  version: number
  entries: number
  screened_version: number | null
  screened_at: string | null
  /** Whether that is the present version, scored by the present rule. */
  is_whole: boolean
}

export type ScreeningMeasure = {
  records: number
  entries: number
  /**
   * Records compared in their present state with every list in force; `compared`, `waiting` and `quarantined` add up to
   * all records.
   */
  compared: number
  waiting: number
  /** Records that could not be compared. */
  quarantined: number
  /** Records of which only the best candidates of a list were compared. */
  limited: number
  oldest_waiting_at: string | null
  lists: (Omit<ListScreened, 'is_whole'> & { compared: number; waiting: number })[]
}

/** Each list in force and how far it is screened; counts no records, and so costs little. */
export async function measureLists(ctx: Ctx): Promise<ListScreened[]> {
  const basis = await readBasis(ctx)
  const rows = new Map((await findListRows(ctx)).map(row => [row.id, row]))
  return basis.lists.flatMap(list => {
    const row = rows.get(list.id)
    if (!row) return []
    const { id, name, entries, screened_at } = row
    const versions = { version: list.version, screened_version: list.screened }
    return [{ id, name, entries, ...versions, screened_at, is_whole: isWhole(list, basis.rule.version) }]
  })
}

/**
 * Counts the records compared in their present state per list, the waiting ones with the oldest time, and those that
 * could not be compared.
 */
export function measureScreening(ctx: Ctx): Promise<ScreeningMeasure> {
  return inTransaction(ctx, async ctx => {
    const basis = await readBasis(ctx)
    const rows = new Map((await findListRows(ctx)).map(row => [row.id, row]))
    const lists = basis.lists.filter(({ id }) => rows.has(id))
    const pending = lists.filter(list => !isWhole(list, basis.rule.version))
    const counts = await countScreened(ctx, basis.rule.version, pending)
    const { records, compared, quarantined, limited, settled, of_lists, oldest_queued_at } = counts
    const waitingOf = (done: number) => Math.max(0, records - quarantined - done)
    const since = [oldest_queued_at, ...pending.map(({ id }) => rows.get(id)?.pending_at ?? null)].filter(
      at => at !== null,
    )
    const waiting = waitingOf(compared)
    return {
      ...{ records, compared, quarantined, limited, waiting },
      // If only the engine is newer, no time is stored: its comparison starts as soon as it runs.
      oldest_waiting_at: waiting === 0 ? null : (since.sort()[0] ?? ctx.now().toISOString()),
      entries: lists.reduce((sum, { id }) => sum + (rows.get(id)?.entries ?? 0), 0),
      lists: lists.map(list => {
        const { id, name, entries, screened_at } = rows.get(list.id)!
        const done = isWhole(list, basis.rule.version) ? settled : (of_lists[pending.indexOf(list)] ?? 0)
        const versions = { version: list.version, screened_version: list.screened }
        return { id, name, entries, ...versions, screened_at, compared: done, waiting: waitingOf(done) }
      }),
    }
  })
}

/**
 * A difference from a full comparison of one record with whole lists. `missing`: a pair that should be stored; `extra`:
 * a stored pair that should not be; `unproven`: the record was not compared in its present state and is not queued.
 * `is_near`: the score is so close to the threshold that a change of the list's word frequencies may explain the
 * difference.
 */
export type RecheckDifference = {
  kind: 'missing' | 'extra' | 'unproven'
  noun: PartyEntity
  record_id: number
  list_id: number | null
  entry_key: string | null
  score: number | null
  is_near: boolean
}
export type Recheck = { sampled: number; differences: RecheckDifference[] }

const atOnce = 100

/**
 * Compares a random sample of records with whole lists, without queue and cursor. Records that changed meanwhile or are
 * queued are skipped; records that differ are queued.
 */
export async function recheckSample(ctx: Ctx, size: number): Promise<Recheck> {
  const all: Recheck = { sampled: 0, differences: [] }
  for (const noun of partyEntities) {
    const ids = await sampleUpToDate(ctx, noun, Math.ceil(size / partyEntities.length))
    for (let from = 0; from < ids.length; from += atOnce) {
      const { sampled, differences } = await recheckRecords(ctx, noun, ids.slice(from, from + atOnce))
      all.sampled += sampled
      all.differences.push(...differences)
      const wrong = differences.filter(({ is_near }) => !is_near).map(({ record_id }) => record_id)
      await inTransaction(ctx, ctx => queueUnlessWaiting(ctx, noun, [...new Set(wrong)]))
    }
  }
  return all
}

/** Does the same check for given records. */
export async function recheckRecords(ctx: Ctx, noun: PartyEntity, ids: readonly number[]): Promise<Recheck> {
  const basis = await readBasis(ctx)
  const lists = basis.lists.filter(list => isWhole(list, basis.rule.version))
  const rows = await findParties(ctx, noun, ids)
  const due = new Map<string, { list_id: number; record_id: number; entry_key: string; score: number }>()
  const unreadable = new Set<number>()
  for (const { id: list_id, version } of lists) {
    const answer = await matchList(ctx, { list_id, version, since: 0 }, noun, rows, basis.rule)
    for (const { id } of answer.badRecords) unreadable.add(id)
    const found = answer.hits.flat().map(({ entry_id }) => entry_id)
    const keys = new Map((await findListedEntries(ctx, [...new Set(found)])).map(({ id, key }) => [id, key]))
    for (const [n, { id: record_id }] of answer.rows.entries())
      for (const { entry_id, score } of answer.hits[n] ?? []) {
        const entry_key = keys.get(entry_id)
        if (entry_key !== undefined)
          due.set(`${list_id} ${record_id} ${entry_key}`, { list_id, record_id, entry_key, score })
      }
  }
  return await inTransaction(ctx, async ctx => {
    await lockWriting(ctx)
    if (!isSameBasis(basis, await readBasis(ctx))) return { sampled: 0, differences: [] }
    const now = new Map((await findParties(ctx, noun, ids)).map(({ id, digest }) => [id, digest]))
    const asRead = rows.filter(({ id, digest }) => now.get(id) === digest && !unreadable.has(id)).map(({ id }) => id)
    const proven = await findProven(ctx, noun, asRead)
    const kept = new Map(
      (await findStoredPairs(ctx, noun, asRead))
        .filter(({ list_id }) => lists.some(({ id }) => id === list_id))
        .map(pair => [`${pair.list_id} ${pair.record_id} ${pair.entry_key}`, pair]),
    )
    const threshold = basis.rule.threshold / 100
    const differ = (kind: 'missing' | 'extra', pairs: Iterable<CoveragePair>): RecheckDifference[] =>
      [...pairs]
        .filter(({ record_id }) => proven.get(record_id) === true)
        .map(pair => ({ kind, noun, ...pair, is_near: pair.score < threshold + prefilterMargin }))
    const missing = [...due].filter(([key]) => !kept.has(key)).map(([, pair]) => pair)
    const extra = [...kept].filter(([key]) => !due.has(key)).map(([, pair]) => pair)
    const unproven = [...proven].filter(([, isProven]) => !isProven)
    return {
      sampled: proven.size,
      differences: [
        ...differ('missing', missing),
        ...differ('extra', extra),
        ...unproven.map(
          ([record_id]): RecheckDifference => ({
            ...{ kind: 'unproven', noun, record_id, list_id: null, entry_key: null, score: null, is_near: false },
          }),
        ),
      ],
    }
  })
}

type CoveragePair = { list_id: number; record_id: number; entry_key: string; score: number }

const lookedAtOnce = 5_000

/**
 * Queues every record whose digest shows that it was not compared in its present state, and that is not queued; finds
 * none unless there is a fault.
 */
export async function queueForgotten(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  let queued = 0
  for (const noun of partyEntities)
    for (let after: number | null = 0; after !== null; ) {
      const portion: Awaited<ReturnType<typeof queueForgottenAfter>> = await queueForgottenAfter(ctx, noun, {
        ...{ after, limit: lookedAtOnce },
      })
      queued += portion.queued
      after = portion.last
      signal?.throwIfAborted()
    }
  return queued
}
