import type { Party, PartyEntry, PartyHit, SearchOptions } from '#server/name/name.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Quarantined, quarantine, quarantinedKeys } from '#server/platform/jobs/quarantine.ts'
import { openThreads, type Threads } from '#server/platform/process/threads.ts'
import { type EntryRow, findEntriesAfter, findListedEntries } from './party.queries.ts'
import { partyOfEntry } from './party.ts'
import { closePrefilter } from './prefilter.ts'
import type { ScreeningTask, ThreadReply } from './thread.ts'

const entriesAtOnce = 2_000
const minuteMs = 60_000

/** Scope of an index: the current entries of a list (`since` 0), or only those newer than a version. */
export type IndexOf = { list_id: number; version: number; since: number }
/** `entry`: the list entry that the hit refers to. */
export type EntryHit = PartyHit & { entry_id: number }

let threads: Threads<ScreeningTask, ThreadReply> | undefined
/** Serialises searches, so that two callers that need the same index build it once. */
let last: Promise<unknown> = Promise.resolve()
/** Only the newest index of each list is held. */
const loadedIndexes = new Map<string, string>()

/** The key changes when an entry is quarantined or released, because an index omits quarantined entries. */
async function keyOf(ctx: Ctx, { list_id, version, since }: IndexOf): Promise<string> {
  const quarantined = await quarantinedKeys(ctx, 'screening', entryKey(list_id, ''))
  return `${list_id}:${since}-${version}${[...quarantined].sort().join('')}`
}

const entryKey = (listId: number, key: string) => `entry:${listId}:${key}`

function runTask(task: ScreeningTask): Promise<ThreadReply> {
  threads ??= openThreads<ScreeningTask, ThreadReply>(new URL('./thread.ts', import.meta.url), {
    most: 1,
    timeoutMs: 5 * minuteMs,
    heapMb: 2_048,
    idleMs: 10 * minuteMs,
  })
  return threads.run(task)
}

/**
 * Entries of a list that a party may be, the likeliest first; `left`: number of further entries beyond the limit;
 * `uncompared`: upper bound of names of the list that were not compared, although they share enough with the party.
 */
export type Matches = { hits: EntryHit[]; left: number; uncompared: number }

/** Entries of a list that each party may be. Builds the index if this process has none. */
export function searchList(
  ctx: Ctx,
  of: IndexOf,
  parties: readonly Party[],
  options: SearchOptions,
): Promise<Matches[]> {
  const turn = last.then(async () => {
    const search = async () => {
      const index = await keyOf(ctx, of)
      const { hits } = await runTask({ do: 'search', index, parties: [...parties], options })
      return { index, hits }
    }
    let { index, hits } = await search()
    // If an entry was quarantined during the build, the index has another key from then on.
    for (let tried = 0; !hits && tried < 2; tried += 1) {
      await build(ctx, of, index)
      ;({ index, hits } = await search())
    }
    if (!hits) throw new Error('the index was evicted immediately after it was built')
    return hits.map(({ hits, ...rest }) => ({
      hits: hits.map(hit => ({ ...hit, entry_id: Number(hit.id) })),
      ...rest,
    }))
  })
  last = turn.catch(() => undefined)
  return turn
}

async function build(ctx: Ctx, of: IndexOf, index: string): Promise<void> {
  const place = `${of.list_id}:${of.since === 0 ? 'all' : 'new'}`
  const before = loadedIndexes.get(place)
  if (before !== undefined && before !== index) await runTask({ do: 'drop', index: before })
  await runTask({ do: 'drop', index })
  loadedIndexes.set(place, index)
  const quarantined = await quarantinedKeys(ctx, 'screening', entryKey(of.list_id, ''))
  let isSound = true
  for (let after = 0; ; ) {
    const rows = await findEntriesAfter(ctx, of.list_id, { after, since: of.since, limit: entriesAtOnce })
    const isLast = rows.length < entriesAtOnce
    const { entries, badRecords } = entriesOfRows(of.list_id, rows, quarantined)
    const { bad = [] } = await runTask({ do: 'add', index, entries, isLast })
    const named = await findListedEntries(
      ctx,
      bad.map(({ id }) => Number(id)),
    )
    for (const { id, error } of bad)
      for (const row of named.filter(each => String(each.id) === id)) badRecords.push(badOf(of.list_id, row, error))
    for (const each of badRecords) await quarantine(ctx, 'screening', each)
    isSound &&= badRecords.length === 0
    if (isLast) break
    after = rows.at(-1)?.id ?? after
  }
  if (!isSound) await runTask({ do: 'drop', index })
}

/** Skips quarantined entries; an unreadable entry is reported and does not affect the others. */
function entriesOfRows(listId: number, rows: readonly EntryRow[], quarantined: ReadonlySet<string>) {
  const badRecords: Quarantined[] = []
  const entries = rows.flatMap((row): PartyEntry[] => {
    if (quarantined.has(entryKey(listId, row.key))) return []
    try {
      return [entryOf(row)]
    } catch (error) {
      badRecords.push(badOf(listId, row, error))
      return []
    }
  })
  return { entries, badRecords }
}

const badOf = (listId: number, { key }: EntryRow, error: unknown): Quarantined => ({
  key: entryKey(listId, key),
  detail: { list_id: listId, entry_key: key },
  error,
})

const entryOf = (row: EntryRow): PartyEntry => ({ id: String(row.id), party: partyOfEntry(row) })

/** Throws if the engine still cannot read the entry. */
export async function checkEntry(row: EntryRow): Promise<void> {
  const index = `check:${row.id}`
  const { bad = [] } = await runTask({ do: 'add', index, entries: [entryOf(row)], isLast: true })
  await runTask({ do: 'drop', index })
  for (const { error } of bad) throw new Error(error)
}

/** Drops all indexes and ends the threads. */
export async function closeEngine(): Promise<void> {
  await closePrefilter()
  await threads?.close()
  threads = undefined
}
