import type { Received } from '#contract/endpoint.ts'
import type { JobName } from '#contract/job.ts'
import type * as contract from '#contract/screening_file.api.ts'
import type {
  ComparedList,
  ScreeningFile,
  ScreeningFilePlan,
  ScreeningFileRow,
  ScreeningFileRowDetail,
} from '#contract/screening_file.api.ts'
import type { ListPage } from '#contract/wire.ts'
import {
  comparedParty,
  listsNow,
  matchedEntries,
  partyOfEntry,
  readRule,
} from '#server/features/screening/screening.service.ts'
import { isMeaning } from '#server/ingest/columns/party-columns.ts'
import { removeCells } from '#server/ingest/staging/cells.queries.ts'
import { storeUpload } from '#server/ingest/staging/files.ts'
import { audit } from '#server/platform/audit.ts'
import { releaseFiles, removeReleasedFiles } from '#server/platform/blob/removed-files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { readSetting } from '#server/platform/db/system-setting.ts'
import type { IncomingFile } from '#server/platform/files/files.ts'
import { AppError, type FieldFault } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { enforceQuota } from '#server/platform/jobs/quota.ts'
import { readDates } from './dates.ts'
import { partyOfRow } from './plan.ts'
import { writeResult } from './result.ts'
import { deleteResults, findRow, findRows, type StoredFileRow } from './row.queries.ts'
import {
  type FileState,
  fileCells,
  noResults,
  removeFile,
  type StoredFile,
  screeningFiles,
} from './screening_file.queries.ts'
import { faultSentence, noteSentence } from './sentences.ts'

const dayMs = 86_400_000

async function forOwner(ctx: Ctx, row: StoredFile): Promise<ScreeningFile> {
  const { id, state, file_name, size, format, encoding, columns, layout, sample, seen, plan, row_count } = row
  const { progress, counts, uncompared, unread, lists, strong, error, created_at, updated_at } = row
  const days = await readSetting(ctx, 'screening_file_days')
  const now = lists.length === 0 ? [] : await listsNow(ctx)
  const isNow = (list: ComparedList) => now.some(({ id, version }) => id === list.id && version === list.version)
  return {
    ...{ id, state, file_name, size, format, encoding, columns, layout, sample, seen, plan, row_count },
    ...{ progress, counts, uncompared, unread, lists, strong, error, created_at, updated_at },
    lists_behind: lists.filter(list => !isNow(list)).length,
    may_read: row.file_key !== null && layout !== null,
    kept_until: new Date(Date.parse(updated_at) + days * dayMs).toISOString(),
  }
}

/** Stores the whole file, then queues a job that reads it. */
export function createScreeningFile(ctx: Ctx, file: IncomingFile): Promise<ScreeningFile> {
  return storeUpload(ctx, 'screening', file, async (ctx, stored) => {
    await enforceQuota(ctx, 'limit_screening_files', () => screeningFiles.countMine(ctx, { all: true }))
    await enforceQuota(ctx, 'limit_open_screening_files', () => screeningFiles.countMine(ctx))
    const { threshold } = await readRule(ctx)
    const plan: ScreeningFilePlan = { mapping: [], kind: 'any', list_ids: [], threshold }
    const row = await screeningFiles.insert(ctx, { ...stored, plan, state: 'reading', counts: noResults.counts })
    await queueStep(ctx, row)
    return await forOwner(ctx, row)
  })
}

const jobOf: Partial<Record<FileState, JobName>> = { reading: 'read_screening_file', screening: 'screen_file' }

/** Queues the next step for a worker, or the same one again if a worker was killed. */
export async function queueStep(ctx: Ctx, { id, step, state }: Pick<StoredFile, 'id' | 'step' | 'state'>) {
  const job = jobOf[state]
  if (job) await addJob(ctx.db, job, { id, step }, { key: `screening_file:${id}` })
}

export async function listScreeningFiles(
  ctx: Ctx,
  query: Received<typeof contract.listScreeningFiles>['query'],
): Promise<ListPage<ScreeningFile>> {
  const page = await screeningFiles.findMyPage(ctx, query)
  return { ...page, items: await Promise.all(page.items.map(row => forOwner(ctx, row))) }
}

export async function getScreeningFile(ctx: Ctx, id: number): Promise<ScreeningFile> {
  return await forOwner(ctx, await findOrFail(ctx, id))
}

async function findOrFail(ctx: Ctx, id: number, lock = false): Promise<StoredFile> {
  const row = await screeningFiles.findMine(ctx, id, { lock })
  if (!row) throw new AppError('not_found')
  return row
}

/** Reads the file again from the chosen sheet and heading row; its rows and results are discarded. */
export function readScreeningFile(
  ctx: Ctx,
  id: number,
  { sheet, heading }: { sheet: string | null; heading: number | null },
): Promise<ScreeningFile> {
  return inTransaction(ctx, async ctx => {
    const row = await findOrFail(ctx, id, true)
    if (jobOf[row.state] || row.file_key === null || row.layout === null) throw new AppError('wrong_state')
    await enforceQuota(ctx, 'limit_open_screening_files', () => screeningFiles.countMine(ctx))
    await removeCells(ctx, fileCells, id)
    const started = await screeningFiles.change(ctx, id, {
      ...{ state: 'reading', step: row.step + 1, locale: ctx.locale, error: null, row_count: 0, lists: [] },
      ...noResults,
      // Zero means that the heading row is to be detected.
      layout: { ...row.layout, sheet, heading: heading ?? 0, totals: null },
    })
    await queueStep(ctx, started)
    return await forOwner(ctx, started)
  })
}

export function runScreeningFile(ctx: Ctx, id: number, plan: ScreeningFilePlan): Promise<ScreeningFile> {
  return inTransaction(ctx, async ctx => {
    const row = await findOrFail(ctx, id, true)
    // A file that was never read to its end has nothing to compare.
    if (['reading', 'screening'].includes(row.state) || row.row_count === 0) throw new AppError('wrong_state')
    const lists = await validatePlan(ctx, row, plan)
    await enforceQuota(ctx, 'limit_open_screening_files', () => screeningFiles.countMine(ctx))
    await deleteResults(ctx, id)
    const { strong, version: rule_version } = await readRule(ctx)
    const started = await screeningFiles.change(ctx, id, {
      ...{ state: 'screening', step: row.step + 1, locale: ctx.locale, error: null },
      ...{ plan, lists, strong, rule_version, ...noResults },
    })
    const detail = {
      screening_file_id: id,
      file_name: row.file_name,
      rows: row.row_count,
      lists,
      rule_version,
      sha256: row.sha256,
    }
    await audit(ctx, { act: 'screen_file', noun: 'screening_file', recordId: id, detail })
    await queueStep(ctx, started)
    return await forOwner(ctx, started)
  })
}

/** The lists to compare with; throws the faults of the plan by field. */
async function validatePlan(ctx: Ctx, row: StoredFile, plan: ScreeningFilePlan) {
  const faults: FieldFault[] = []
  if (plan.mapping.length > row.columns.length) faults.push({ path: 'mapping', code: 'wrong' })
  if (!plan.mapping.includes('name')) faults.push({ path: 'mapping', code: 'required' })
  const lists = await listsNow(ctx, plan.list_ids)
  const isMissing = plan.list_ids.some(id => !lists.some(list => list.id === id))
  if (isMissing || lists.length === 0) faults.push({ path: 'list_ids', code: isMissing ? 'wrong' : 'required' })
  for (const field of ['kind', 'country'] as const)
    if (!Object.values(plan.means?.[field] ?? {}).every(value => isMeaning(field, value)))
      faults.push({ path: `means.${field}`, code: 'wrong' })
  if (faults.length > 0) throw new AppError('invalid', {}, { faults })
  return lists
}

export function cancelScreeningFile(ctx: Ctx, id: number): Promise<ScreeningFile> {
  return inTransaction(ctx, async ctx => {
    const row = await findOrFail(ctx, id, true)
    if (!jobOf[row.state]) throw new AppError('wrong_state')
    return await forOwner(ctx, await screeningFiles.change(ctx, id, { state: 'cancelled', step: row.step + 1 }))
  })
}

export async function deleteScreeningFile(ctx: Ctx, id: number): Promise<null> {
  await inTransaction(ctx, async ctx => {
    const gone = await removeFile(ctx, id)
    if (!gone) throw new AppError('not_found')
    if (gone.file_key !== null) await releaseFiles(ctx, [gone.file_key])
  })
  await removeReleasedFiles(ctx)
  return null
}

export async function listScreeningFileRows(
  ctx: Ctx,
  id: number,
  query: Received<typeof contract.listScreeningFileRows>['query'],
): Promise<ListPage<ScreeningFileRow>> {
  const file = await findOrFail(ctx, id)
  const page = await findRows(ctx, id, query)
  return { ...page, items: page.items.map(row => rowToDto(ctx, file, row)) }
}

function rowToDto({ locale }: Ctx, { plan }: StoredFile, row: StoredFileRow): ScreeningFileRow {
  const { n, result, hits, hit_count, fault, notes } = row
  return {
    ...{ n, result, hit_count, name: partyOfRow(plan, row.cells).name },
    hits: hits.map(({ entry_id: _, ...hit }) => hit),
    fault: fault === null ? null : faultSentence(fault, locale),
    notes: notes.map(note => noteSentence(note, locale)),
  }
}

export async function getScreeningFileRow(ctx: Ctx, id: number, n: number): Promise<ScreeningFileRowDetail> {
  const file = await findOrFail(ctx, id)
  const row = await findRow(ctx, id, n)
  if (!row) throw new AppError('not_found')
  const entries = await matchedEntries(
    ctx,
    row.hits.map(({ entry_id }) => entry_id),
  )
  return {
    ...rowToDto(ctx, file, row),
    cells: row.cells,
    party: comparedParty(partyOfRow(file.plan, row.cells, await readDates(ctx, file)).party),
    entries: row.hits.map(({ entry_id }) => {
      const entry = entries.get(entry_id)
      return entry ? { party: comparedParty(partyOfEntry(entry)), properties: entry.properties } : null
    }),
  }
}

/** The file with its results, also if the run was stopped: rows without a result are empty. */
export async function openResult(ctx: Ctx, id: number, format: 'csv' | 'xlsx') {
  const file = await findOrFail(ctx, id)
  if (!['done', 'cancelled', 'failed'].includes(file.state) || file.progress === 0 || file.lists.length === 0)
    throw new AppError('wrong_state')
  await audit(ctx, {
    act: 'download',
    noun: 'screening_file',
    recordId: id,
    detail: { file_name: file.file_name, format },
  })
  return writeResult(ctx, file, format)
}

/**
 * The data of the user's own file for a certificate: at most `most` rows, the best matches first, and the number of
 * rows with a hit.
 */
export async function readForCertificate(ctx: Ctx, id: number, most: number) {
  const file = await findOrFail(ctx, id)
  if (file.state !== 'done') throw new AppError('wrong_state')
  const page = await findRows(ctx, id, { current: 1, pageSize: most })
  const rows = page.items.map(({ n, cells, hits }) => ({ n, hits, name: partyOfRow(file.plan, cells).name }))
  return { file, rows, total: file.counts.strong + file.counts.possible }
}
