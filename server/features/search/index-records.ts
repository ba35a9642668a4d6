// Keeps search entries up to date: changed records are queued by triggers, and their entries are written a moment
// later.
import * as z from 'zod/mini'
import { type SearchEntity, searchEntities } from '#contract/search.api.ts'
import { cutUnits } from '#contract/text.ts'
import { openStored } from '#server/features/page/page.service.ts'
import { findSite } from '#server/features/site/site.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isBusy } from '#server/platform/db/transient-fault.ts'
import { bisectBatch } from '#server/platform/jobs/bisect-batch.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { quarantine, type Retry, releaseQuarantined } from '#server/platform/jobs/quarantine.ts'
import { ThreadLost } from '#server/platform/process/threads.ts'
import type { Extract } from '#server/text/extract.ts'
import { type IndexEntry, searchEntries } from './entry.ts'
import { mostChars } from './entry-size.ts'
import { hasNotifying } from './saved.queries.ts'
import { findUnreadVersions, type IndexSource, readSources, type UnreadVersion } from './source.queries.ts'
import {
  addQueued,
  becomeIndexWriter,
  claimQueued,
  findNextQueued,
  markNewest,
  type QueuedRecord,
  removeOtherEntries,
  waitForQueue,
  writeEntries,
} from './write.queries.ts'

const portion = 100
/** Their texts are long, and read one by one. */
const pagesAtOnce = 20
const versionsAtOnce = 40
const entriesAtOnce = 50
/** Pages are read from the store one by one, for at most this time, so that changes by users do not wait longer. */
const readPagesForMs = 300

/** Longest time that bulk changes wait while a file is imported or a site is crawled at full speed. */
const maxBulkWaitS = 120

/**
 * Writes a batch of queued records; true if there may be more. Quarantines records that cannot be written. While
 * `isHeld` returns true (a file is being written, or pages arrive faster than they can be stored), bulk changes wait:
 * records of a file change again when their links are written, and pages are indexed once the site is fetched.
 */
export async function indexQueuedRecords(ctx: Ctx, isHeld = async (_: Ctx) => false): Promise<boolean> {
  const next = await findNextQueued(ctx)
  if (!next) return false
  if (next.is_bulk && next.seconds < maxBulkWaitS && (await isHeld(ctx))) return false
  return await inTransaction(ctx, async ctx => {
    if (!(await becomeIndexWriter(ctx))) return false
    const queued = await claimQueued(ctx, next.noun === 'page' ? pagesAtOnce : portion)
    const units = eachOnce(queued)
    const { left, isMore } = await keep(ctx, units)
    await addQueued(ctx, left)
    if (queued.length > 0 && (await hasNotifying(ctx)))
      await addJob(ctx.db, 'check_saved_searches', {}, { key: 'check_saved_searches' })
    // The remaining records are locked by other transactions; an immediate retry would fail again.
    return isMore || units.length > left.length
  })
}

const Detail = z.object({ noun: z.enum(searchEntities), id: z.int() })

/** Writes a quarantined record again. */
export const retrySearch: Retry = async (ctx, { detail }) => {
  const { noun, id } = Detail.parse(detail)
  await waitForQueue(ctx)
  const unit: QueuedRecord = { noun, record_id: id, is_bulk: true, at: ctx.now().toISOString() }
  await addQueued(ctx, (await indexBatch(ctx, [unit])).left)
  return undefined
}

const keyOf = ({ noun, record_id }: Pick<QueuedRecord, 'noun' | 'record_id'>) => `${noun}:${record_id}`

/** A record that changed several times is written once. */
function eachOnce(queued: readonly QueuedRecord[]): QueuedRecord[] {
  const units = new Map<string, QueuedRecord>()
  for (const each of queued) {
    const known = units.get(keyOf(each))
    // A change by a user gives the record priority, even if it is also part of a bulk change.
    const is_bulk = each.is_bulk && (known?.is_bulk ?? true)
    units.set(keyOf(each), { ...each, is_bulk, at: known && known.at < each.at ? known.at : each.at })
  }
  return [...units.values()]
}

/** `left` is to be tried again: another transaction holds it, or (`isMore`) there was too much of it for one batch. */
type IndexingResult = { left: QueuedRecord[]; isMore: boolean }

async function keep(ctx: Ctx, units: readonly QueuedRecord[]): Promise<IndexingResult> {
  const kept: IndexingResult = { left: [], isMore: false }
  const bad = new Set<string>()
  await bisectBatch(
    ctx,
    units,
    async (ctx, some) => {
      const { left, isMore } = await indexBatch(ctx, some)
      kept.left.push(...left)
      kept.isMore ||= isMore
    },
    async (ctx, unit, error) => {
      // A thread that does not start is a fault of the machine, not of the record.
      const isLater = isBusy(error) || (error instanceof ThreadLost && error.why === 'start')
      if (isLater) return void kept.left.push(unit)
      bad.add(keyOf(unit))
      await quarantine(ctx, 'search', { key: keyOf(unit), detail: { noun: unit.noun, id: unit.record_id }, error })
    },
  )
  const done = units.map(keyOf).filter(key => !bad.has(key))
  await releaseQuarantined(ctx, 'search', done)
  return kept
}

async function indexBatch(ctx: Ctx, units: readonly QueuedRecord[]): Promise<IndexingResult> {
  const prepared: PreparedEntries[] = []
  for (const noun of searchEntities) {
    const ids = units.filter(each => each.noun === noun).map(each => each.record_id)
    if (ids.length > 0) prepared.push(await (noun === 'page' ? readPages(ctx, ids) : readRecords(ctx, noun, ids)))
  }
  const left = new Set<string>()
  // Records are locked from here on: everything that takes time has been done before.
  for (const each of prepared) for (const id of await write(ctx, each)) left.add(keyOf({ ...each, record_id: id }))
  return { left: units.filter(unit => left.has(keyOf(unit))), isMore: prepared.some(each => each.later.length > 0) }
}

/** `later`: records with more versions to read in a later batch. */
type PreparedEntries = { noun: SearchEntity; ids: readonly number[]; entries: IndexEntry[]; later: readonly number[] }

async function readRecords(
  ctx: Ctx,
  noun: Exclude<SearchEntity, 'page'>,
  ids: readonly number[],
): Promise<PreparedEntries> {
  return { noun, ids, entries: await searchEntries(ctx, noun, await readSources(ctx, noun, ids)), later: [] }
}

async function readPages(ctx: Ctx, ids: readonly number[]): Promise<PreparedEntries> {
  const versions = await findUnreadVersions(ctx, ids, versionsAtOnce)
  const sources: IndexSource[] = []
  const startedAt = performance.now()
  const read = await openSources(ctx, versions)
  for (const version of versions) {
    sources.push(await read(version))
    if (performance.now() - startedAt > readPagesForMs) break
  }
  // Only a batch below the limit shows which pages have more versions; otherwise all may have.
  const later = versions.length < versionsAtOnce ? versions.slice(sources.length).map(each => each.page_id) : ids
  return { noun: 'page', ids, entries: await searchEntries(ctx, 'page', sources), later: [...new Set(later)] }
}

/** Returns the records to be tried again. */
async function write(ctx: Ctx, { noun, ids, entries, later }: PreparedEntries): Promise<readonly number[]> {
  const left = new Set(later)
  for (let start = 0; start < entries.length; start += entriesAtOnce) {
    const some = entries.slice(start, start + entriesAtOnce)
    const written = await writeEntries(ctx, noun, some)
    for (const { record_id, part } of some) if (!written.has(`${record_id} ${part}`)) left.add(record_id)
  }
  if (noun === 'page') await markNewest(ctx, ids)
  else await removeOtherEntries(ctx, noun, ids, entries)
  return [...left]
}

/**
 * Versions of pages as entries, each read on demand; a version that cannot be read is indexed by its title and address.
 * Storage locations and sites are looked up once for all.
 */
async function openSources(
  ctx: Ctx,
  versions: readonly UnreadVersion[],
): Promise<(version: UnreadVersion) => Promise<IndexSource>> {
  const kept = versions.filter(version => !version.is_lost)
  const extract = await openStored(ctx, kept)
  const sites = new Map<number, Awaited<ReturnType<typeof findSite>>>()
  for (const { og_id } of kept) if (!sites.has(og_id)) sites.set(og_id, await findSite(ctx, og_id))
  return async version => {
    const { page_id, id, og_id, is_newest, url, title, fetched_at, is_lost } = version
    return {
      record_id: page_id,
      part: id,
      og_id,
      is_newest,
      weight: 0,
      region: null,
      at: fetched_at,
      names: [title ?? url],
      subtitle: url,
      text: is_lost ? url : `${await textOf(ctx, version, () => extract(version, sites.get(og_id)?.filter))}\n${url}`,
      ogs: [og_id],
      persons: [],
    }
  }
}

async function textOf(ctx: Ctx, { id }: UnreadVersion, extract: () => Promise<Extract>): Promise<string> {
  try {
    const { blocks } = await extract()
    const main = blocks.filter(block => block.part === 'main')
    const shown = main.length > 0 ? main : blocks
    return cutUnits(shown.map(block => block.text).join('\n'), mostChars)
  } catch (error) {
    // The store's own check reports lost content; it must not block the other versions.
    ctx.log.warn({ err: error, version: id }, 'search: stored page version unreadable, not indexed')
    return ''
  }
}
