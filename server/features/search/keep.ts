// Entries follow their records: what changed stands in a queue, and is written a moment later.
import { type SearchNoun, searchNouns } from '#contract/search.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { addJob } from '#server/platform/jobs.ts'
import { type Entry, entriesOf } from './entry.ts'
import { sourceOfVersion } from './page-source.ts'
import { hasNotifying } from './saved-queries.ts'
import { findUnreadVersions, readSources, type Source } from './source-queries.ts'
import {
  addQueued,
  becomeKeeper,
  hasQueued,
  markNewest,
  type Queued,
  removeOtherEntries,
  takeQueued,
  writeEntries,
} from './write-queries.ts'

const portion = 100
const versionsAtOnce = 20
const entriesAtOnce = 50

/** Writes what waits, a portion at a time; true where there may be more. */
export async function keepSearch(ctx: Ctx): Promise<boolean> {
  if (!(await hasQueued(ctx))) return false
  return await inTransaction(ctx, async ctx => {
    if (!(await becomeKeeper(ctx))) return false
    const queued = await takeQueued(ctx, portion)
    const prepared: Prepared[] = []
    for (const noun of searchNouns) {
      const ids = [...new Set(queued.filter(each => each.noun === noun).map(each => each.record_id))]
      if (ids.length > 0) prepared.push(await (noun === 'page' ? readPages(ctx, ids) : readRecords(ctx, noun, ids)))
    }
    const left: Queued[] = []
    // Records are held from here on: all that takes time has been done.
    for (const each of prepared) left.push(...(await write(ctx, each)))
    await addQueued(ctx, left)
    if (queued.length > 0 && (await hasNotifying(ctx)))
      await addJob(ctx.db, 'check_saved_searches', {}, { key: 'check_saved_searches' })
    // What is left is held by somebody just now; asking again at once would ask in vain.
    return queued.length > left.length
  })
}

type Prepared = { noun: SearchNoun; ids: readonly number[]; entries: Entry[]; isMore: boolean }

async function readRecords(ctx: Ctx, noun: Exclude<SearchNoun, 'page'>, ids: readonly number[]): Promise<Prepared> {
  return { noun, ids, entries: await entriesOf(ctx, noun, await readSources(ctx, noun, ids)), isMore: false }
}

async function readPages(ctx: Ctx, ids: readonly number[]): Promise<Prepared> {
  const versions = await findUnreadVersions(ctx, ids, versionsAtOnce)
  const sources: Source[] = []
  for (const version of versions) sources.push(await sourceOfVersion(ctx, version))
  return {
    noun: 'page',
    ids,
    entries: await entriesOf(ctx, 'page', sources),
    isMore: versions.length === versionsAtOnce,
  }
}

/** Tells which records are to be tried again. */
async function write(ctx: Ctx, { noun, ids, entries, isMore }: Prepared): Promise<Queued[]> {
  const left = new Set<number>()
  for (let start = 0; start < entries.length; start += entriesAtOnce) {
    const some = entries.slice(start, start + entriesAtOnce)
    const written = await writeEntries(ctx, noun, some)
    for (const { record_id, part } of some) if (!written.has(`${record_id} ${part}`)) left.add(record_id)
  }
  if (noun === 'page') await markNewest(ctx, ids)
  else await removeOtherEntries(ctx, noun, ids, entries)
  // Pages of many versions take several turns.
  return (isMore ? [...ids] : [...left]).map(record_id => ({ noun, record_id }))
}
