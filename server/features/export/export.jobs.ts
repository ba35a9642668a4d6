import * as z from 'zod/mini'
import { type BilingualText, bilingual } from '#contract/bilingual.ts'
import { newBlobKey } from '#server/platform/blob/blobs.ts'
import { releaseFiles, removeReleasedFiles, removeStrays } from '#server/platform/blob/removed-files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { addJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { findUser } from '../user/user.service.ts'
import { writeCsv } from './csv.ts'
import { withCustomFields } from './custom.ts'
import type { ExportAdapter, ExportAdapters, ExportCell, Records } from './export.adapter.ts'
import {
  changeExport,
  findQueued,
  findStalledExports,
  findStoredFiles,
  removeExportsBefore,
  type StoredExport,
} from './export.queries.ts'
import { writeJson } from './json.ts'
import { maxXlsxRows, writeXlsx } from './xlsx.ts'

const stalledAfterMs = 120_000
const retentionMs = 86_400_000

const sentences = {
  not_allowed: bilingual(
    '您的账号已停用或角色已改变，无权导出。',
    'Your account is disabled, or your role can no longer export.',
  ),
  too_many_rows: bilingual(
    '记录太多，XLSX 放不下，请改用 CSV。',
    'There are more records than an XLSX file can hold. Use CSV.',
  ),
  internal: bilingual('服务器出错，导出已停止，请重试。', 'Server error: the export was stopped. Try again.'),
} as const satisfies Record<string, BilingualText>

/** The export is no longer wanted: it was cancelled, or another worker has finished it. */
class ExportStopped extends Error {}

/** A failure that is reported to the owner. */
class ExportRefused extends Error {
  readonly code: keyof typeof sentences
  constructor(code: keyof typeof sentences) {
    super(code)
    this.code = code
  }
}

const Payload = z.strictObject({ id: z.int() })

export function exportJobs(adapters: ExportAdapters): Jobs {
  return {
    write_export: async (systemCtx, payload, { signal }) => {
      const { id } = Payload.parse(payload)
      const row = await findQueued(systemCtx, id)
      if (!row) return
      const ctx: Ctx = { ...systemCtx, locale: row.locale }
      try {
        await writeExport(ctx, await withCustomFields(ctx, adapters[row.noun]), row, signal)
      } catch (error) {
        if (error instanceof ExportStopped) return
        if (signal?.aborted) throw error
        const code = error instanceof ExportRefused ? error.code : 'internal'
        if (code === 'internal') ctx.log.error({ err: error, export_id: id }, 'export: run failed')
        await changeExport(ctx, id, { state: 'failed', error: sentences[code][ctx.locale] })
      }
    },
    /** Queues an export again if its worker was killed. */
    resume_exports: async ctx => {
      const ids = await findStalledExports(ctx, new Date(ctx.now().getTime() - stalledAfterMs))
      for (const id of ids) await addJob(ctx.db, 'write_export', { id }, { key: `export:${id}` })
    },
    remove_old_exports: async (ctx, _payload, { signal }) => {
      const before = new Date(ctx.now().getTime() - retentionMs)
      await inTransaction(ctx, async ctx => releaseFiles(ctx, await removeExportsBefore(ctx, before)))
      await removeReleasedFiles(ctx)
      await removeStrays(ctx, 'export', findStoredFiles, signal)
    },
  }
}

export const exportCrontab = ['* * * * * resume_exports', '23 * * * * remove_old_exports']

/**
 * Writes the file under a new key, with the owner's current rights; the file is used only if the export is still
 * wanted.
 */
async function writeExport(
  systemCtx: Ctx,
  adapter: ExportAdapter,
  row: StoredExport,
  signal: AbortSignal | undefined,
): Promise<void> {
  const ctx = asUser(systemCtx, await findUser(systemCtx, row.owner), adapter.roles)
  if (!ctx) throw new ExportRefused('not_allowed')
  const parsed = adapter.parseQuery(row.query)
  if ('faults' in parsed) throw new ExportRefused('internal')
  const key = newBlobKey('export')
  const size = await adapter.read(ctx, parsed.query, row.columns, async records => {
    if (row.format === 'xlsx' && records.total > maxXlsxRows) throw new ExportRefused('too_many_rows')
    const cellsOf = await adapter.cellsOf(ctx, row.columns, row.format === 'json')
    return await ctx.blobs.put(key, write(adapter, row, cellBatches(ctx, adapter, row, records, cellsOf, signal)))
  })
  const isTaken = await changeExport(systemCtx, row.id, { state: 'done', progress: 100, file_key: key, size })
  if (!isTaken) await ctx.blobs.remove(key)
}

function write(
  adapter: ExportAdapter,
  row: StoredExport,
  batches: AsyncIterable<ExportCell[][]>,
): AsyncIterable<Uint8Array> {
  if (row.format === 'json') return writeJson(row.columns, batches)
  const header = row.columns.map(name => adapter.labels[name]?.[row.locale] ?? name)
  return row.format === 'xlsx' ? writeXlsx(header, batches) : writeCsv(header, batches)
}

async function* cellBatches(
  ctx: Ctx,
  adapter: ExportAdapter,
  row: StoredExport,
  records: Records,
  cellsOf: (record: Record<string, unknown>) => ExportCell[],
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportCell[][]> {
  let done = 0
  const report = async () => {
    const progress = records.total === 0 ? 0 : Math.floor((done * 100) / records.total)
    if (!(await changeExport(ctx, row.id, { state: 'running', row_count: records.total, progress })))
      throw new ExportStopped()
    // Data that was read with previous rights is not written once the rights have changed.
    if (asUser(ctx, await findUser(ctx, row.owner), adapter.roles)?.actor.role !== ctx.actor.role)
      throw new ExportRefused('not_allowed')
    signal?.throwIfAborted()
  }
  await report()
  for await (const batch of records.batches) {
    yield batch.map(cellsOf)
    done += batch.length
    await report()
  }
}
