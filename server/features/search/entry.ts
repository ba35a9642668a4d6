import type { SearchEntity } from '#contract/search.api.ts'
import { cutUnits } from '#contract/text.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { openThreads } from '#server/platform/process/threads.ts'
import { mostChars } from './entry-size.ts'
import type { EntryResult, EntryTask, MadeEntry } from './entry-tasks.ts'
import type { IndexSource } from './source.queries.ts'
import { readStems } from './stem.queries.ts'

/** An entry to be written; the statement that writes it adds its access list. */
export type IndexEntry = Omit<IndexSource, 'names' | 'text' | 'numbers' | 'ogs' | 'persons'> &
  MadeEntry & { body: string }

/**
 * The dictionary takes a second to load and 80 MB of memory: it is held for this long, so that occasional writers need
 * not load it again.
 */
const idleMs = 600_000
const thread = openThreads<EntryTask, EntryResult>(new URL('./entry-thread.ts', import.meta.url), {
  most: 1,
  timeoutMs: 60_000,
  heapMb: 512,
  idleMs,
})

/** Entries are built in a thread, so that the process remains free for other work. */
export async function searchEntries(
  ctx: Ctx,
  noun: SearchEntity,
  sources: readonly IndexSource[],
): Promise<IndexEntry[]> {
  if (sources.length === 0) return []
  const texts = sources.map(source => cutUnits(source.text, mostChars))
  const written = sources.map(({ names, numbers, ogs, persons, at, is_newest }, n) => ({
    ...{ names, text: texts[n]!, ogs, persons, at: new Date(at), is_newest },
    ...(numbers && { numbers }),
  }))
  const cut = await thread.run({ kind: 'cut', noun, written })
  if (!('id' in cut)) throw new Error('the thread replied to another request')
  const answer = await thread.run({ kind: 'make', id: cut.id, stems: await readStems(ctx, cut.unknown) })
  if (!('made' in answer)) throw new Error('the thread replied to another request')
  return sources.map((source, n) => {
    const { names: _names, text: _text, numbers: _numbers, ogs: _ogs, persons: _persons, ...rest } = source
    return { ...rest, ...answer.made[n]!, body: texts[n]!.normalize('NFC') }
  })
}
