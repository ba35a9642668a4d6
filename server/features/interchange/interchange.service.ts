import { bilingual } from '#contract/bilingual.ts'
import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/interchange.api.ts'
import type { Interchange, InterchangeRow } from '#contract/interchange.api.ts'
import { type MergeEntity, mergeEntities } from '#contract/registry.ts'
import type { ListPage } from '#contract/wire.ts'
import { storedLists } from '#server/core/access.ts'
import { checkLists } from '#server/core/table.ts'
import { withChoices } from '#server/features/import_choice/import_choice.service.ts'
import { proposeSource, startRun } from '#server/features/import_run/import_run.service.ts'
import { hideSourceIds, mayUseSource, newSource } from '#server/features/source/source.service.ts'
import { storeUpload } from '#server/ingest/staging/files.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { IncomingFile } from '#server/platform/files/files.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { enforceQuota } from '#server/platform/jobs/quota.ts'
import { listFormats } from '../../ingest/lists/open-list.ts'
import { type ExchangeRow, findPage, findRows, interchanges, type StoredExchange } from './interchange.queries.ts'
import { sentence } from './words.ts'

const none = { new: 0, changed: 0, unchanged: 0, wrong: 0 }

function forOwner(row: StoredExchange): Interchange {
  const { id, direction, state, format, file_name, size, kinds, counts, progress, total, written } = row
  const { source_id, not_carried, creates, error, created_at, updated_at } = row
  const counted = counts.map(each => ({ ...none, ...each }))
  const facts = { id, direction, state, format, file_name, size, kinds, counts: counted, progress, total, written }
  return { ...facts, source_id, not_carried, creates, error, created_at, updated_at }
}

/** Queues the job of the row's present step. */
export async function queueStep(ctx: Ctx, { id, step, state, direction }: StoredExchange): Promise<void> {
  const job =
    direction === 'export' ? 'write_interchange' : state === 'checking' ? 'check_interchange' : 'run_interchange'
  await addJob(ctx.db, job, { id, step }, { key: `interchange:${id}` })
}

const fileNames = bilingual('数据交换', 'data-exchange')

export function exportInterchange(
  ctx: Ctx,
  { kinds, ids, reason }: Received<typeof contract.exportInterchange>['body'],
): Promise<Interchange> {
  return inTransaction(ctx, async ctx => {
    await enforceQuota(ctx, 'limit_open_interchanges', () => interchanges.countMine(ctx))
    const day = ctx.now().toISOString().slice(0, 10)
    const row = await interchanges.insert(ctx, {
      direction: 'export',
      state: 'queued',
      file_name: `${fileNames[ctx.locale]}-${day}.ftm.json`,
      kinds: [...new Set(kinds)],
      ids: ids ?? {},
    })
    const detail = { interchange_id: row.id, format: 'ftm', kinds, ids: ids ?? {} }
    await audit(ctx, { act: 'export', noun: 'interchange', recordId: row.id, reason, detail })
    await queueStep(ctx, row)
    return forOwner(row)
  })
}

/** Stores the whole file, then queues the dry run as a job. */
export function importInterchange(ctx: Ctx, file: IncomingFile): Promise<Interchange> {
  return storeUpload(ctx, 'interchange', file, async (ctx, stored) => {
    await enforceQuota(ctx, 'limit_open_interchanges', () => interchanges.countMine(ctx))
    const source_id = await proposeSource(ctx, file.name)
    const row = await interchanges.insert(ctx, { ...stored, source_id, direction: 'import', state: 'checking' })
    await queueStep(ctx, row)
    return forOwner(row)
  })
}

export async function listInterchanges(
  ctx: Ctx,
  query: Received<typeof contract.listInterchanges>['query'],
): Promise<ListPage<Interchange>> {
  const page = await findPage(ctx, query)
  return { ...page, items: await hideSourceIds(ctx, page.items.map(forOwner)) }
}

async function findOrFail(
  ctx: Ctx,
  id: number,
  direction?: StoredExchange['direction'],
  lock = false,
): Promise<StoredExchange> {
  const row = await interchanges.findMine(ctx, id, { lock })
  if (!row || (direction && row.direction !== direction)) throw new AppError('not_found')
  return row
}

export async function getInterchange(ctx: Ctx, id: number): Promise<Interchange> {
  const [shown] = await hideSourceIds(ctx, [forOwner(await findOrFail(ctx, id))])
  return shown as Interchange
}

/** The finished file with its name and type. */
export async function openExchangeFile(ctx: Ctx, id: number) {
  const row = await findOrFail(ctx, id, 'export')
  if (row.state !== 'done' || row.file_key === null) throw new AppError('wrong_state')
  if ((await ctx.blobs.size(row.file_key)) === null) throw new AppError('not_found')
  await audit(ctx, { act: 'download', noun: 'interchange', recordId: row.id })
  return {
    name: row.file_name,
    mediaType: 'application/octet-stream',
    content: ctx.blobs.read(row.file_key),
  }
}

export async function listRows(
  ctx: Ctx,
  id: number,
  query: Received<typeof contract.listInterchangeRows>['query'],
): Promise<ListPage<InterchangeRow>> {
  const row = await findOrFail(ctx, id, 'import')
  const page = await findRows(ctx, row.id, query)
  const items = (await asDecided(ctx, row, page.items)).map(({ faults, ...rest }) => ({
    ...rest,
    faults: faults.map(({ code, detail }) => sentence(code, ctx.locale, detail)),
  }))
  return { ...page, items }
}

/** Until they are written, rows show their changes according to the present decisions. */
async function asDecided(ctx: Ctx, { id, state }: StoredExchange, items: ExchangeRow[]): Promise<ExchangeRow[]> {
  if (state !== 'checked') return items
  const isRecord = (item: ExchangeRow): item is ExchangeRow & { kind: MergeEntity } =>
    (mergeEntities as readonly (string | null)[]).includes(item.kind)
  const records = items.filter(isRecord).map(item => ({ ...item, noun: item.kind }))
  const choices = new Map(
    (await withChoices(ctx, { interchange_id: id }, records)).map(({ n, changes }) => [n, changes]),
  )
  return items.map(item => ({ ...item, changes: choices.get(item.n) ?? item.changes }))
}

const isList = (format: Interchange['format']) => (listFormats as readonly (string | null)[]).includes(format)

export function runInterchange(
  ctx: Ctx,
  id: number,
  access: Received<typeof contract.runInterchange>['body'],
): Promise<Interchange> {
  return inTransaction(ctx, async ctx => {
    const row = await findOrFail(ctx, id, 'import', true)
    if (row.state !== 'checked') throw new AppError('wrong_state')
    await enforceQuota(ctx, 'limit_open_interchanges', () => interchanges.countMine(ctx))
    await checkLists(ctx, access)
    const total = row.counts.reduce((sum, each) => sum + each.new + each.changed, 0)
    const source_id =
      row.source_id ?? (await newSource(ctx, row.file_name, access, isList(row.format) ? 'list' : 'file'))
    const made_source = row.source_id === null
    await startRun(ctx, { interchange_id: id, file_name: row.file_name, source_id, made_source })
    const started = await interchanges.change(ctx, id, {
      ...storedLists(access),
      source_id,
      state: 'running',
      step: row.step + 1,
      progress: 0,
      total,
    })
    await queueStep(ctx, started)
    return forOwner(started)
  })
}

export function setInterchangeSource(ctx: Ctx, id: number, sourceId: number | null): Promise<Interchange> {
  return inTransaction(ctx, async ctx => {
    const row = await findOrFail(ctx, id, 'import', true)
    if (row.state !== 'checked') throw new AppError('wrong_state')
    await enforceQuota(ctx, 'limit_open_interchanges', () => interchanges.countMine(ctx))
    if (sourceId !== null && !(await mayUseSource(ctx, sourceId))) throw fieldError('source_id', 'no_such_source')
    const values = { source_id: sourceId, state: 'checking', step: row.step + 1, progress: 0 } as const
    const started = await interchanges.change(ctx, id, values)
    await queueStep(ctx, started)
    return forOwner(started)
  })
}

export function cancelInterchange(ctx: Ctx, id: number): Promise<Interchange> {
  return inTransaction(ctx, async ctx => {
    const row = await findOrFail(ctx, id, undefined, true)
    if (!['queued', 'checking', 'running'].includes(row.state)) throw new AppError('wrong_state')
    return forOwner(await interchanges.change(ctx, id, { state: 'cancelled', step: row.step + 1 }))
  })
}

export { schemaOf } from './ftm-model.ts'
export { identifiersOf } from './ftm-number.ts'
export type { ParsedEntity } from './mapped.ts'
export { isNested, type NestedEntity } from './nested.ts'
export { openSourceFile as openEntities } from './source.ts'
export type { ExchangeFaultCode } from './words.ts'
export { sentence } from './words.ts'
