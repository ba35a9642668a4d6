import type { Received } from '#contract/endpoint.ts'
import type { Export, createExport as endpoint } from '#contract/export.api.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, type FieldFault } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { enforceQuota } from '#server/platform/jobs/quota.ts'
import { withCustomFields } from './custom.ts'
import type { ExportAdapters } from './export.adapter.ts'
import { changeExport, countOpenExports, findExport, insertExport, type StoredExport } from './export.queries.ts'

export type { ExportAdapter, ExportAdapters, ExportCell, Records } from './export.adapter.ts'

/** Media types by format. */
export const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

function forOwner(row: StoredExport): Export {
  const { file_key: _key, locale: _locale, owner: _owner, columns: _columns, query: _query, ...rest } = row
  return rest
}

export async function createExport(
  ctx: Ctx,
  adapters: ExportAdapters,
  input: Received<typeof endpoint>['body'],
): Promise<Export> {
  const adapter = await withCustomFields(ctx, adapters[input.noun])
  if (!adapter.roles.includes(ctx.actor.role)) throw new AppError('forbidden')
  const faults: FieldFault[] = input.columns.flatMap((name, place) =>
    Object.hasOwn(adapter.labels, name) ? [] : [{ path: `columns.${place}`, code: 'no_such_field' }],
  )
  const parsed = adapter.parseQuery(input.query)
  if ('faults' in parsed) faults.push(...parsed.faults.map(path => ({ path: `query.${path}`, code: 'wrong' }) as const))
  if (faults.length > 0) throw new AppError('invalid', {}, { faults })
  return await inTransaction(ctx, async ctx => {
    await enforceQuota(ctx, 'limit_open_exports', () => countOpenExports(ctx))
    const day = ctx.now().toISOString().slice(0, 10)
    const file_name = `${adapter.fileName[ctx.locale]}-${day}.${input.format}`
    const { reason, ...wanted } = input
    const row = await insertExport(ctx, { ...wanted, file_name })
    const { noun, format, columns, query } = wanted
    await audit(ctx, { act: 'export', noun, reason, detail: { export_id: row.id, format, columns, query } })
    await addJob(ctx.db, 'write_export', { id: row.id }, { key: `export:${row.id}` })
    return forOwner(row)
  })
}

async function findOrFail(ctx: Ctx, id: number): Promise<StoredExport> {
  const row = await findExport(ctx, id)
  if (!row) throw new AppError('not_found')
  return row
}

export async function getExport(ctx: Ctx, id: number): Promise<Export> {
  return forOwner(await findOrFail(ctx, id))
}

export async function cancelExport(ctx: Ctx, id: number): Promise<Export> {
  await findOrFail(ctx, id)
  const cancelled = await changeExport(ctx, id, { state: 'cancelled' })
  if (!cancelled) throw new AppError('wrong_state')
  return forOwner(cancelled)
}

/** The finished file with its name and type. */
export async function openExportFile(ctx: Ctx, id: number) {
  const row = await findOrFail(ctx, id)
  const size = row.file_key === null ? null : await ctx.blobs.size(row.file_key)
  if (row.state !== 'done' || row.file_key === null) throw new AppError('wrong_state')
  if (size === null) throw new AppError('not_found')
  await audit(ctx, { act: 'download', noun: row.noun, detail: { export_id: row.id } })
  return { name: row.file_name, mediaType: mediaTypes[row.format], content: ctx.blobs.read(row.file_key) }
}

export { writeCsv } from './csv.ts'
export { findUsernames } from './export.queries.ts'
/** Used by the exports of entities. */
export { cellsOfSchema, exportLabelsOf, queryParser } from './schema-export.ts'
export { regionName } from './words.ts'
export { writeXlsx } from './xlsx.ts'
