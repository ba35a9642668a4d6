import { Readable } from 'node:stream'
import { maskAddress } from '#contract/web-address.ts'
import { discardPlans } from '#server/core/mark-bulk.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { StepStopped, type StepsOf, type StepWork, stepJob } from '#server/ingest/staging/step.ts'
import { audit } from '#server/platform/audit.ts'
import { newBlobKey } from '#server/platform/blob/blobs.ts'
import { releaseFiles } from '#server/platform/blob/removed-files.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { addJob, type Job } from '#server/platform/jobs/jobs.ts'
import { countDifference, promote, removeStaged, saysSanctions } from './entry.queries.ts'
import { lockList, patchList, type StoredListVersion, versionFiles } from './list.queries.ts'
import { storeQuarantined } from './quarantine.queries.ts'
import { stageListFile } from './stage.ts'

const megabyte = 1_048_576
/** The size limit of a list fetched from its address, because it is in memory until it is stored. */
const mostFetchedMegabytes = 128
const fetchMs = 300_000
/** A list with fewer entries than this may change without confirmation. */
const guardedEntries = 20
/** If more entries than this number, and more than this share, are quarantined, a user must confirm the load. */
const toleratedQuarantined = 10
const toleratedShare = 0.05

const noColumns = { headings: [], rows: [], missing: [], seen: [], proposed: { columns: [], kind: null } }

const steps: StepsOf<StoredListVersion> = {
  table: versionFiles,
  log: 'list: load failed',
  fail: async (ctx, row, { code, detail }) => {
    const fault = { code, detail }
    // A chosen sheet or heading row that cannot be read leaves the choice of another one.
    if (row.sheet?.layout)
      await versionFiles.change(ctx, row.id, { state: 'mapping', fault, sheet: { ...row.sheet, ...noColumns } })
    else await endLoad(ctx, row, { state: 'failed', fault })
  },
}

/**
 * Loads one version. The rows read are staged separately, and replace the previous version in one transaction at the
 * end. A load that is killed starts again and has changed nothing.
 */
export const loadJob: Job = stepJob(steps, ['loading'], async (ctx, row, work) => {
  // A load that waited for a confirmation has read its file to the end.
  if (row.is_confirmed || (await stageFile(ctx, row, work))) await settleVersion(ctx, work)
})

async function stageFile(ctx: Ctx, row: StoredListVersion, work: StepWork<StoredListVersion>): Promise<boolean> {
  const key = row.file_key ?? (await storeFetched(ctx, row, work))
  const mapping = await work.inStep(ctx, async ctx => {
    await discardPlans(ctx)
    return (await lockList(ctx, row.list_id))?.mapping ?? null
  })
  return await stageListFile(ctx, { row, work }, key, mapping)
}

async function storeFetched(ctx: Ctx, { address }: StoredListVersion, work: StepWork<StoredListVersion>) {
  const body = await fetchList(ctx, address ?? '')
  const file_key = newBlobKey('list')
  const size = await ctx.blobs.put(file_key, Readable.from([body]))
  await work.inStep(ctx, (ctx, { id }) => versionFiles.change(ctx, id, { file_key, size }))
  return file_key
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
  if (!got.ok) throw new IngestFault('not_fetched', { reason: got.reason })
  if (got.isTruncated) throw new IngestFault('too_large', { count: mostFetchedMegabytes })
  // The request was unconditional, so an answer that nothing has changed contains no list.
  if (got.notModified) throw new IngestFault('not_fetched', { reason: 'not_modified' })
  if (got.status !== 200) throw new IngestFault('not_fetched', { reason: 'http', status: got.status })
  return got.body
}

/**
 * Makes the staged rows the current version, unless they contain no change, or remove so many entries that a user must
 * confirm.
 */
async function settleVersion(ctx: Ctx, work: StepWork<StoredListVersion>): Promise<void> {
  await work.inStep(ctx, async (ctx, row) => {
    await discardPlans(ctx)
    const list = await lockList(ctx, row.list_id)
    if (!list) throw new StepStopped()
    await storeQuarantined(ctx, list.id, row.id)
    const { before, ...counts } = await countDifference(ctx, list.id, row.id)
    if (counts.entries === 0) throw new IngestFault('no_parties')
    const isSame = list.version !== null && counts.added + counts.changed + counts.removed === 0
    if (isSame) {
      await endLoad(ctx, row, { ...counts, state: 'same' })
      return
    }
    const held_for = row.is_confirmed ? null : doubtIn(row, before, counts.removed)
    if (held_for) {
      await versionFiles.change(ctx, row.id, { ...counts, held_for, state: 'held' })
      return
    }
    await promote(ctx, list.id, row.id, row.n)
    const kind = list.is_kind_chosen ? list.kind : await kindByFile(ctx, list.id, row)
    await patchList(ctx, list, { version: row.n, kind })
    await endLoad(ctx, row, { ...counts, state: 'done' })
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

/** Ends a load, in a transaction that has locked it: only its counts remain. */
export async function endLoad(
  ctx: Ctx,
  { id, file_key }: StoredListVersion,
  values: Partial<StoredListVersion>,
): Promise<void> {
  await removeStaged(ctx, id)
  if (file_key !== null) await releaseFiles(ctx, [file_key])
  await versionFiles.change(ctx, id, {
    ...values,
    file_key: null,
    sheet: null,
    ended_at: ctx.now().toISOString() as never,
  })
}
