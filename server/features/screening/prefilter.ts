// Finds which of many records are similar to any of a few entries: the records are indexed and searched for each entry,
// not the other way round.
import type { Party, SearchOptions } from '#server/name/name.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { openThreads, type Threads } from '#server/platform/process/threads.ts'
import { findEntriesAfter } from './party.queries.ts'
import { partyOfEntry } from './party.ts'
import type { ScreeningTask, ThreadReply } from './thread.ts'

/** With more entries than this, searching per record is faster than searching per entry. */
const mostEntries = 500
const minuteMs = 60_000
/** Two threads: while one index of records is searched, the next is built. */
const atOnce = 2

let threads: Threads<ScreeningTask, ThreadReply> | undefined

/**
 * Up to this many records, each is compared with the list directly: that takes a minute at most and needs no
 * pre-selection.
 */
const fewRecords = 100_000

/** The new entries of a list if they are few and records are many; null if each record has to be compared directly. */
export async function fewNew(
  ctx: Ctx,
  { list_id, since }: { list_id: number; since: number },
  recordCount: number,
): Promise<Party[] | null> {
  if (since === 0 || recordCount <= fewRecords) return null
  const rows = await findEntriesAfter(ctx, list_id, { after: 0, since, limit: mostEntries + 1 })
  if (rows.length > mostEntries) return null
  return rows.flatMap(row => {
    try {
      return [partyOfEntry(row)]
    } catch {
      // The entry is quarantined when the index of the list is built.
      return []
    }
  })
}

/** Indexes of the parties that may match one of the entries; null if there are too many. */
export async function prefilterEntries(
  parties: readonly Party[],
  entries: readonly Party[],
  options: SearchOptions,
): Promise<Set<number> | null> {
  if (entries.length === 0) return new Set()
  threads ??= openThreads<ScreeningTask, ThreadReply>(new URL('./thread.ts', import.meta.url), {
    ...{ most: atOnce, timeoutMs: 5 * minuteMs, heapMb: 1_024, idleMs: minuteMs },
  })
  const { near } = await threads.run({ do: 'near', parties: [...parties], entries: [...entries], options })
  return near ? new Set(near) : null
}

export async function closePrefilter(): Promise<void> {
  await threads?.close()
  threads = undefined
}
