// Who of many records comes near any of a few entries: the records are indexed and the entries asked about, not the other way round.
import type { Party, SearchOptions } from '#server/name/name.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { openThreads, type Threads } from '#server/platform/threads.ts'
import { partyOfEntry } from './party.ts'
import { findEntriesAfter } from './party-queries.ts'
import type { Answer, Task } from './thread.ts'

/** From so many entries on, each record is asked about sooner than each entry. */
const mostEntries = 500
const minuteMs = 60_000
/** Two at once: while one index of records is asked, the next is built. */
const atOnce = 2

let threads: Threads<Task, Answer> | undefined

/** Up to this many records each is compared with the list by itself, which takes a minute at most and needs no estimate. */
const fewRecords = 100_000

/** What is new of a list, where that is little and records are many; null where each record has to be compared by itself. */
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
      // It is set aside where the index of the list is built.
      return []
    }
  })
}

/** Indexes of the parties that may match one of the entries; null where there are too many. */
export async function nearAny(
  parties: readonly Party[],
  entries: readonly Party[],
  options: SearchOptions,
): Promise<Set<number> | null> {
  if (entries.length === 0) return new Set()
  threads ??= openThreads<Task, Answer>(new URL('./thread.ts', import.meta.url), {
    ...{ most: atOnce, timeoutMs: 5 * minuteMs, heapMb: 1_024, idleMs: minuteMs },
  })
  const { near } = await threads.run({ do: 'near', parties: [...parties], entries: [...entries], options })
  return near ? new Set(near) : null
}

export async function closeNear(): Promise<void> {
  await threads?.close()
  threads = undefined
}
