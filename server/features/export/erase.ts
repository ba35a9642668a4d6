import type { ErasureAdapter } from '#server/features/erasure/erasure.service.ts'
import { releaseFiles } from '#server/platform/blob/removed-files.ts'
import { findExportFiles, removeExports } from './erase.queries.ts'

/** Export files exist for a day and may contain anyone: all of them are removed. */
export const exportErasure: ErasureAdapter = {
  name: 'export',
  choices: [],
  find: async ctx => {
    const all = await findExportFiles(ctx)
    return { count: all.length, items: all.slice(0, 100).map(({ id, title }) => ({ noun: 'export', id, title })) }
  },
  erase: async ctx => {
    const all = await findExportFiles(ctx)
    await releaseFiles(
      ctx,
      all.flatMap(({ file_key }) => file_key ?? []),
    )
    await removeExports(
      ctx,
      all.map(({ id }) => id),
    )
    return { counts: { export_file: all.length } }
  },
  held: async () => ({}),
}
