import type { PartyEntity } from '#contract/registry.ts'
import type { ScreeningRule } from '#contract/screening_rule.api.ts'
import type { Party, SearchOptions } from '#server/name/name.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import type { Quarantined } from '#server/platform/jobs/quarantine.ts'
import { type EntryHit, type IndexOf, type Matches, searchList } from './engine.ts'
import { prefilterMargin } from './near-parties.ts'
import { findListedEntries, newOnes, type PartyRow } from './party.queries.ts'
import { changedFields, comparedParty, partyOfEntry, partyOfRecord } from './party.ts'
import { prefilterEntries } from './prefilter.ts'
import { engineOptions } from './rule.ts'
import { findStoredMatches, type ScoredMatch } from './screen.queries.ts'

/** Limit of the hits of one record on one list. A record with more is quarantined and counts as not fully compared. */
const mostHits = 500

type BadRecord = Quarantined & { id: number }
/**
 * Hits of records on one list, in the order of `rows`. Records that could not be compared are only in `badRecords`; records
 * with more than `mostHits` hits are in both.
 */
export type ListAnswer = {
  of: IndexOf
  noun: PartyEntity
  rows: PartyRow[]
  hits: EntryHit[][]
  /** Names of the list that were not compared with the record; null if the record was not compared with the whole list. */
  uncompared: (number | null)[]
  badRecords: BadRecord[]
}

export const quarantineKey = (noun: PartyEntity, id: number) => `${noun}:${id}`

/**
 * Screens records against a list. A full run compares every record with the whole list. An incremental run (`newEntries`: the
 * new entries) selects records that are similar to a new entry and compares only those with the whole list.
 */
export async function matchList(
  ctx: Ctx,
  of: IndexOf,
  noun: PartyEntity,
  rows: readonly PartyRow[],
  rule: ScreeningRule,
  newEntries: readonly Party[] | null = null,
): Promise<ListAnswer> {
  const options = { ...engineOptions(rule), limit: mostHits }
  const badRecords: BadRecord[] = []
  const over: BadRecord[] = []
  const search = async (of: IndexOf, rows: readonly PartyRow[], threshold: number) => {
    const answers = await searchAll(ctx, of, noun, rows, { ...options, threshold }, badRecords)
    if (of.since === 0)
      over.push(...rows.flatMap((row, n) => (answers[n]?.left ? [overOf(of, noun, row, answers[n].left)] : [])))
    return rows.flatMap((row, n) => {
      const found = answers[n]
      return found ? [{ row, hits: found.hits, uncompared: found.uncompared }] : []
    })
  }
  if (of.since === 0) {
    const each = await search(of, rows, options.threshold)
    return makeAnswer(of, noun, each, [...badRecords, ...over])
  }
  const threshold = options.threshold - prefilterMargin
  const places = newEntries && (await nearPlaces(ctx, rows, newEntries, { ...options, threshold }))
  const candidates = places ? null : await search(of, rows, threshold)
  const likely = candidates
    ? candidates.filter(({ hits, uncompared }) => hits.length > 0 || uncompared > 0).map(({ row }) => row)
    : rows.filter((_, n) => places?.has(n))
  // The score is always that of the whole list, so that it does not depend on when a record is compared.
  const whole = likely.length > 0 ? await search({ ...of, since: 0 }, likely, options.threshold) : []
  const isNew = await newOnes(
    ctx,
    of,
    whole.flatMap(({ hits }) => hits.map(({ entry_id }) => entry_id)),
  )
  const found = new Map(
    whole.map(({ row, hits, uncompared }) => [
      row.id,
      { hits: hits.filter(({ entry_id }) => isNew.has(entry_id)), uncompared },
    ]),
  )
  const badKeys = new Set(badRecords.map(({ key }) => key))
  const all = rows.filter(({ id }) => !badKeys.has(quarantineKey(noun, id)))
  return makeAnswer(
    of,
    noun,
    all.map(row => ({ row, ...(found.get(row.id) ?? { hits: [], uncompared: null }) })),
    [...badRecords, ...over],
  )
}

const overOf = ({ list_id }: IndexOf, noun: PartyEntity, { id }: PartyRow, left: number): BadRecord => ({
  ...{ id, key: quarantineKey(noun, id), detail: { noun, record_id: id, list_id } },
  error: new Error(`${left} entries more than the ${mostHits} that are kept may be this record`),
})

/**
 * Positions of the rows that are similar to a new entry. Null if a row or entry cannot be read or too many may match:
 * then each record is compared separately.
 */
async function nearPlaces(
  ctx: Ctx,
  rows: readonly PartyRow[],
  newEntries: readonly Party[],
  options: SearchOptions,
): Promise<Set<number> | null> {
  try {
    return await prefilterEntries(rows.map(partyOfRecord), newEntries, options)
  } catch (error) {
    if (isTransient(error)) throw error
    ctx.log.warn({ err: error }, 'screening: batch failed, retrying record by record')
    return null
  }
}

const makeAnswer = (
  of: IndexOf,
  noun: PartyEntity,
  each: { row: PartyRow; hits: EntryHit[]; uncompared: number | null }[],
  badRecords: BadRecord[],
) => ({
  ...{ of, noun, badRecords },
  rows: each.map(({ row }) => row),
  hits: each.map(({ hits }) => hits),
  uncompared: each.map(({ uncompared }) => uncompared),
})

/** A record that cannot be compared (null) does not affect the others. */
async function searchAll(
  ctx: Ctx,
  of: IndexOf,
  noun: PartyEntity,
  rows: readonly PartyRow[],
  options: Parameters<typeof searchList>[3],
  badRecords: BadRecord[],
): Promise<(Matches | null)[]> {
  try {
    return await searchList(ctx, of, rows.map(partyOfRecord), options)
  } catch (error) {
    const [first] = rows
    if (!first || isTransient(error)) throw error
    if (rows.length === 1) {
      const { id } = first
      badRecords.push({ id, key: quarantineKey(noun, id), detail: { noun, record_id: id, list_id: of.list_id }, error })
      return [null]
    }
    const half = Math.ceil(rows.length / 2)
    const before = await searchAll(ctx, of, noun, rows.slice(0, half), options, badRecords)
    return [...before, ...(await searchAll(ctx, of, noun, rows.slice(half), options, badRecords))]
  }
}

type MatchWithState = ScoredMatch & { reopened: string[]; rev: number | undefined }

/**
 * Pairs to be stored, always in the same order, so that concurrent writers do not deadlock; decided pairs have the
 * fields that changed since the decision.
 */
export async function hitPairs(ctx: Ctx, { of, noun, rows, hits }: ListAnswer): Promise<MatchWithState[]> {
  if (hits.every(each => each.length === 0)) return []
  const entries = new Map(
    (await findListedEntries(ctx, [...new Set(hits.flat().map(({ entry_id }) => entry_id))])).map(entry => [
      entry.id,
      { key: entry.key, party: comparedParty(partyOfEntry(entry)) },
    ]),
  )
  const ids = rows.flatMap(({ id }, n) => (hits[n]?.length ? [id] : []))
  const known = new Map(
    (await findStoredMatches(ctx, noun, ids))
      .filter(pair => pair.list_id === of.list_id)
      .map(pair => [`${pair.record_id} ${pair.entry_key}`, pair]),
  )
  return rows
    .flatMap((row, n): MatchWithState[] => {
      if (!hits[n]?.length) return []
      const party = comparedParty(partyOfRecord(row))
      return hits[n].flatMap(({ entry_id, score, features }) => {
        const entry = entries.get(entry_id)
        if (!entry) return []
        const before = known.get(`${row.id} ${entry.key}`)
        const { decided_party, decided_entry } = before ?? {}
        const reopened =
          decided_party && decided_entry && before?.state !== 'open'
            ? changedFields({ party: decided_party, entry_party: decided_entry }, { party, entry_party: entry.party })
            : []
        const pair = { list_id: of.list_id, entry_key: entry.key, entry_id, noun, record_id: row.id, seen: of.version }
        return [{ ...pair, score, features, party, entry_party: entry.party, reopened, rev: before?.rev }]
      })
    })
    .sort((a, b) => a.record_id - b.record_id || (a.entry_key < b.entry_key ? -1 : 1))
}
