import { type PartyNoun, partyNouns } from '#contract/noun.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { Job } from '#server/platform/jobs.ts'
import { isPassing } from '#server/platform/passing.ts'
import { readSetting } from '#server/platform/system-setting.ts'
import { tell } from '#server/record/news.ts'
import { type EntryHit, type IndexOf, searchList } from './engine.ts'
import { changedFields, compared, partyOfEntry, partyOfRecord } from './party.ts'
import { findEntries, findParties, findPartiesAfter, type PartyRow } from './party-queries.ts'
import {
  dropRemoved,
  dropUnfound,
  findKnown,
  findScreened,
  followRecords,
  keepCursor,
  keepFound,
  keepScreened,
  lockScreened,
  type ScreenedList,
  takeQueued,
} from './screen-queries.ts'

const recordsAtOnce = 500
const queuedAtOnce = 200
/** More entries than these are not kept for one record: it would be no hit but a name that fits everybody. */
const mostHits = 20

/** Compares what is new of lists with all records, then what changed of records with all lists. */
export const screenJob: Job = async (ctx, _payload, { signal }) => {
  for (const list of await findScreened(ctx)) {
    if (list.screened !== list.version) await screenNews(ctx, list, signal)
    signal?.throwIfAborted()
  }
  while (await screenQueued(ctx)) signal?.throwIfAborted()
}

export async function thresholdOf(ctx: Ctx): Promise<number> {
  return (await readSetting(ctx, 'screening_threshold')) / 100
}

/** A worker that is killed goes on with the record after the last that was kept. */
async function screenNews(ctx: Ctx, list: ScreenedList, signal: AbortSignal | undefined): Promise<void> {
  const of: IndexOf = { list_id: list.id, version: list.version, since: list.screened ?? 0 }
  const threshold = await thresholdOf(ctx)
  const begun = list.cursor?.version === list.version ? list.cursor : null
  if (!begun)
    await inTransaction(ctx, async ctx => void ((await lockScreened(ctx, list)) && (await dropRemoved(ctx, list.id))))
  const from = begun ? partyNouns.indexOf(begun.noun) : 0
  for (const noun of partyNouns.slice(from))
    for (let after = begun?.noun === noun ? begun.id : 0; ; ) {
      const rows = await findPartiesAfter(ctx, noun, after, recordsAtOnce)
      const last = rows.at(-1)
      if (!last) break
      after = last.id
      const isWanted = await inTransaction(ctx, async ctx => {
        if (!(await lockScreened(ctx, list))) return false
        await screenRows(ctx, of, noun, rows, threshold)
        await keepCursor(ctx, list.id, { version: list.version, noun, id: last.id })
        return true
      })
      if (!isWanted) return
      signal?.throwIfAborted()
    }
  await keepScreened(ctx, list)
}

/** A portion of what changed; false where nothing waits. */
export function screenQueued(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const queued = await takeQueued(ctx, queuedAtOnce)
    if (queued.length === 0) return false
    const threshold = await thresholdOf(ctx)
    const lists = await findScreened(ctx)
    for (const noun of partyNouns) {
      const ids = queued.filter(each => each.noun === noun).map(each => each.record_id)
      if (ids.length === 0) continue
      await followRecords(ctx, noun, ids)
      const rows = await findParties(ctx, noun, ids)
      for (const { id, version } of lists)
        await screenRows(ctx, { list_id: id, version, since: 0 }, noun, rows, threshold)
    }
    return true
  })
}

async function screenRows(
  ctx: Ctx,
  of: IndexOf,
  noun: PartyNoun,
  rows: readonly PartyRow[],
  threshold: number,
): Promise<void> {
  const answers = await hitsOf(ctx, of, noun, rows, threshold)
  const those = rows.filter((_, n) => answers[n])
  const hits = answers.filter(answer => answer !== null)
  const ids = those.map(({ id }) => id)
  const found = await pairsOf(ctx, of, noun, those, hits)
  const news = await keepFound(ctx, found)
  await tell(
    ctx,
    news.map(({ noun, record_id, count }) => ({ kind: 'maybe_listed', noun, recordId: record_id, detail: { count } })),
  )
  await dropUnfound(ctx, of, { noun, ids }, found)
}

/** A record that cannot be compared (null) holds up no other: it is told in the log, and compared again when it changes. */
async function hitsOf(
  ctx: Ctx,
  of: IndexOf,
  noun: PartyNoun,
  rows: readonly PartyRow[],
  threshold: number,
): Promise<(EntryHit[] | null)[]> {
  try {
    return await searchList(ctx, of, rows.map(partyOfRecord), { threshold, limit: mostHits })
  } catch (error) {
    const [first] = rows
    if (!first || isPassing(error)) throw error
    if (rows.length === 1) {
      ctx.log.error({ err: error, noun, record_id: first.id, list_id: of.list_id }, 'a record cannot be screened')
      return [null]
    }
    const half = Math.ceil(rows.length / 2)
    const before = await hitsOf(ctx, of, noun, rows.slice(0, half), threshold)
    return [...before, ...(await hitsOf(ctx, of, noun, rows.slice(half), threshold))]
  }
}

async function pairsOf(ctx: Ctx, of: IndexOf, noun: PartyNoun, rows: readonly PartyRow[], hits: readonly EntryHit[][]) {
  const entries = new Map(
    (await findEntries(ctx, [...new Set(hits.flat().map(({ entry_id }) => entry_id))])).map(entry => [
      entry.id,
      { key: entry.key, party: compared(partyOfEntry(entry)) },
    ]),
  )
  const known = new Map(
    (
      await findKnown(
        ctx,
        noun,
        rows.map(({ id }) => id),
      )
    )
      .filter(pair => pair.list_id === of.list_id)
      .map(pair => [`${pair.record_id} ${pair.entry_key}`, pair]),
  )
  return rows.flatMap((row, n) => {
    const party = compared(partyOfRecord(row))
    return (hits[n] ?? []).flatMap(({ entry_id, score, features }) => {
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
}
