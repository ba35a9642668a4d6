import { type ScreeningFilePlan, screeningFileLimits } from '#contract/screening_file.api.ts'
import { partyHeadings } from '#server/ingest/columns/party-columns.ts'
import { seeColumns } from '#server/ingest/columns/unread-columns.ts'
import { digestFile } from '#server/ingest/staging/files.ts'
import { stageTable } from '#server/ingest/staging/read-table.ts'
import { releaseFiles } from '#server/platform/blob/removed-files.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { guessMapping } from './plan.ts'
import { fileCells, type StoredFile, screeningFiles } from './screening_file.queries.ts'
import type { FileWork } from './step.ts'

const source = { table: screeningFiles, cells: fileCells, mostRows: screeningFileLimits.rows }

/** Reads the uploaded file into rows, and proposes the fields of its columns. */
export async function readFile(ctx: Ctx, row: StoredFile, work: FileWork): Promise<void> {
  const { sheet = null, heading = null } = row.layout ?? {}
  const wish = { sheet, heading: heading || null, known: partyHeadings }
  let width = 0
  const seen = seeColumns()
  const table = await stageTable(ctx, source, { row, work }, wish, cells => {
    width = Math.max(width, cells.length)
    seen.add(cells)
  })
  const { format, encoding, columns, layout, sample, count } = table
  const sha256 = await digestFile(ctx, row.file_key ?? '')
  const stats = await seen.columns(columns)
  // Words of the previous sheet have no meaning in this one.
  const { means: _, ...kept } = row.plan
  const plan: ScreeningFilePlan = { ...kept, mapping: guessMapping(columns) }
  await work.inStep(ctx, async ctx => {
    // A file without a heading row is not read again: its rows contain all of it.
    if (layout === null) await releaseFiles(ctx, [row.file_key ?? ''])
    await screeningFiles.change(ctx, row.id, {
      ...{ state: 'mapping', sha256, format, encoding, columns, layout, sample, seen: stats, plan },
      ...(layout === null && { file_key: null }),
      ...{ width: Math.max(width, columns.length), row_count: count, progress: count },
    })
  })
}
