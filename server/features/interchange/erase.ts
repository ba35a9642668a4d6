import type { ErasureAdapter } from '#server/features/erasure/erasure.service.ts'
import { releaseFiles } from '#server/platform/blob/removed-files.ts'
import { emptyRowsOf, findInterchangesOf, readRowsOf } from './erase.queries.ts'

/** Empties rows of exchanged files and deletes the files. */
export const interchangeErasure: ErasureAdapter = {
  name: 'interchange',
  choices: [],
  find: async (ctx, subject) => {
    const all = await findInterchangesOf(ctx, subject)
    const items = all.slice(0, 100).map(({ id, title }) => ({ noun: 'interchange', id, title }))
    return { count: all.length, items }
  },
  erase: async (ctx, subject) => {
    const all = await findInterchangesOf(ctx, subject)
    await releaseFiles(
      ctx,
      all.flatMap(({ file_key }) => file_key ?? []),
    )
    const ids = all.map(({ id }) => id)
    return { counts: { interchange_row: await emptyRowsOf(ctx, subject, ids), interchange_file: all.length } }
  },
  held: async (ctx, subject) => ({ interchange_rows: await readRowsOf(ctx, subject) }),
}
