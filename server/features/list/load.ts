import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { maskAddress } from '#contract/web-address.ts'
import { discardPlans } from '#server/core/mark-bulk.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { audit } from '#server/platform/audit.ts'
import { newBlobKey } from '#server/platform/blob/blobs.ts'
import { giveUpFiles, removeReleasedFiles } from '#server/platform/blob/removed-files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isPassing } from '#server/platform/db/transient-fault.ts'
import { addJob, type Job } from '#server/platform/jobs/jobs.ts'
import { storeQuarantined } from './aside.queries.ts'
import { countDifference, promote, removeStaged, saysSanctions } from './entry.queries.ts'
import { changeVersion, type JobStep, lockList, lockStep, patchList, type StoredListVersion } from './list.queries.ts'
import { stageListFile } from './stage.ts'
import { LoadFault } from './words.ts'

const megabyte = 1_048_576
/** The size limit of a list fetched from its address, because it is in memory until it is stored. */
export const mostFetchedMegabytes = 128
const fetchMs = 300_000
/** A list with fewer entries than this may change without confirmation. */
const guardedEntries = 20
/** If more entries than this number, and more than this share, are quarantined, a user must confirm the load. */
const toleratedQuarantined = 10
const toleratedShare = 0.05

const Payload = z.strictObject({ id: z.int(), step: z.int() })

/** This step is no longer wanted: it was cancelled, or another worker has started the load again. */
class LoadStopped extends Error {}

/**
 * Loads one version. The rows read are staged separately, and replace the previous version in one transaction at the
 * end. A load that is killed starts again and has changed nothing.
 */
export const loadJob: Job = async (ctx, payload, { signal }) => {
  const step = Payload.parse(payload)
  try {
    const file = await keepFile(ctx, step)
    if (file === null || (await stageFile(ctx, step, file, signal))) await settleVersion(ctx, step)
    await removeReleasedFiles(ctx)
  } catch (error) {
    if (error instanceof LoadStopped) return
    const fault =
      error instanceof LoadFault
        ? error.fault
        : error instanceof IngestFault
          ? { code: error.code, detail: error.detail }
          : undefined
    if (!fault && (signal?.aborted || isPassing(error))) throw error
    if (!fault) ctx.log.error({ err: error, list_version_id: step.id }, 'list: load failed')
    await endLoad(ctx, step, { state: 'failed', fault: fault ?? { code: 'internal' } })
    await removeReleasedFiles(ctx)
  }
}

function inStep<T>(ctx: Ctx, step: JobStep, work: (ctx: Ctx, row: StoredListVersion) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async ctx => {
    const row = await lockStep(ctx, step, ['loading'])
    if (!row) throw new LoadStopped()
    await discardPlans(ctx)
    return await work(ctx, row)
  })
}

/** The key of the file; null if the file was already read to its end and the load was waiting for confirmation. */
async function keepFile(ctx: Ctx, step: JobStep): Promise<string | null> {
  const row = await inStep(ctx, step, async (_ctx, row) => row)
  if (row.is_confirmed) return null
  if (row.file_key !== null) return row.file_key
  const body = await fetchList(ctx, row.address ?? '')
  const key = newBlobKey('list')
  const size = await ctx.blobs.put(key, Readable.from([body]))
  await inStep(ctx, step, ctx => changeVersion(ctx, step.id, { file_key: key, size }))
  return key
}

async function stageFile(ctx: Ctx, step: JobStep, key: string, signal: AbortSignal | undefined): Promise<boolean> {
  const { row, mapping } = await inStep(ctx, step, async (ctx, row) => ({
    row,
    mapping: (await lockList(ctx, row.list_id))?.mapping ?? null,
  }))
  return await stageListFile(ctx, { inStep: work => inStep(ctx, step, work), row, key, signal }, mapping)
}

async function fetchList(ctx: Ctx, address: string): Promise<Buffer> {
  if (!ctx.fetchPage) throw new Error('lists are fetched by workers only')
  const most = mostFetchedMegabytes * megabyte
  const got = await ctx.fetchPage(address, {
    maxBytes: most,
    maxDecodedBytes: most,
    totalMs: fetchMs,
    headers: { accept: '*/*' },
  })
  if (!got.ok) throw new LoadFault('not_fetched', { reason: got.reason })
  if (got.isTruncated) throw new LoadFault('too_large', { count: mostFetchedMegabytes })
  // The request was unconditional, so an answer that nothing has changed contains no list.
  if (got.notModified) throw new LoadFault('not_fetched', { reason: 'not_modified' })
  if (got.status !== 200) throw new LoadFault('not_fetched', { reason: 'http', status: got.status })
  return got.body
}

/**
 * Makes the staged rows the current version, unless they contain no change, or remove so many entries that a user must
 * confirm.
 */
async function settleVersion(ctx: Ctx, step: JobStep): Promise<void> {
  await inStep(ctx, step, async (ctx, row) => {
    const list = await lockList(ctx, row.list_id)
    if (!list) throw new LoadStopped()
    await storeQuarantined(ctx, list.id, row.id)
    const { before, ...counts } = await countDifference(ctx, list.id, row.id)
    if (counts.entries === 0) throw new LoadFault('no_parties')
    const isSame = list.version !== null && counts.added + counts.changed + counts.removed === 0
    if (isSame) {
      await endLoad(ctx, step, { ...counts, state: 'same' })
      return
    }
    const held_for = row.is_confirmed ? null : doubtIn(row, before, counts.removed)
    if (held_for) {
      await changeVersion(ctx, row.id, { ...counts, held_for, state: 'held' })
      return
    }
    await promote(ctx, list.id, row.id, row.n)
    const kind = list.is_kind_chosen ? list.kind : await kindByFile(ctx, list.id, row)
    await patchList(ctx, list, { version: row.n, kind })
    await endLoad(ctx, step, { ...counts, state: 'done' })
    await addJob(ctx.db, 'screen_parties', {}, { key: 'screen_parties', queue: 'screening' })
    const detail = {
      ...counts,
      version: row.n,
      file_name: row.file_name,
      address: row.address && maskAddress(row.address),
      sha256: row.sha256,
    }
    await audit(ctx, { act: 'load_list', noun: 'list', recordId: list.id, detail })
  })
}

/**
 * The default kind, if no user has chosen one: the formats of the UN, OFAC and the EU, and lists whose entries have the
 * topic, are sanctions lists.
 */
const sanctionsForms: readonly StoredListVersion['format'][] = ['un_xml', 'ofac_csv', 'ofac_xml', 'eu_xml']
const kindByFile = async (ctx: Ctx, listId: number, { format }: StoredListVersion) =>
  sanctionsForms.includes(format) || (await saysSanctions(ctx, listId)) ? ('sanctions' as const) : ('own' as const)

function doubtIn(
  { read, set_aside }: StoredListVersion,
  before: number,
  removed: number,
): StoredListVersion['held_for'] {
  if (set_aside > toleratedQuarantined && set_aside > read * toleratedShare) return 'set_aside'
  return before >= guardedEntries && removed * 2 > before ? 'removed' : null
}

/** Ends a load: only its counts remain. */
export function endLoad(ctx: Ctx, step: JobStep, values: Parameters<typeof changeVersion>[2]): Promise<void> {
  return inTransaction(ctx, async ctx => {
    const row = await lockStep(ctx, step, ['loading', 'mapping', 'held'])
    if (!row) return
    await removeStaged(ctx, row.id)
    if (row.file_key !== null) await giveUpFiles(ctx, [row.file_key])
    await changeVersion(ctx, row.id, {
      ...values,
      file_key: null,
      sheet: null,
      ended_at: ctx.now().toISOString() as never,
    })
  })
}
