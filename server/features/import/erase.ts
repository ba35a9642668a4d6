import type { ErasureAdapter } from '#server/features/erasure/erasure.service.ts'
import { deleteChoices } from '#server/features/import_choice/import_choice.service.ts'
import { deleteMarks } from '#server/features/import_run/import_run.service.ts'
import { releaseFiles } from '#server/platform/blob/removed-files.ts'
import { emptyRowsOf, findImportsOf, readRowsOf } from './erase.queries.ts'

/** Empties rows of imports and deletes their files. */
export const importErasure: ErasureAdapter = {
  name: 'import',
  choices: [],
  find: async (ctx, subject) => {
    const imports = await findImportsOf(ctx, subject)
    const items = imports.slice(0, 100).map(({ id, title }) => ({ noun: 'import', id, title }))
    return { count: imports.length, items }
  },
  erase: async (ctx, subject) => {
    const imports = await findImportsOf(ctx, subject)
    await releaseFiles(
      ctx,
      imports.flatMap(({ file_key }) => file_key ?? []),
    )
    const ids = imports.map(({ id }) => id)
    await deleteMarks(ctx, 'person', subject.ids)
    await deleteChoices(ctx, 'person', subject.ids)
    return { counts: { import_row: await emptyRowsOf(ctx, subject, ids), import_file: imports.length } }
  },
  held: async (ctx, subject) => ({ import_rows: await readRowsOf(ctx, subject) }),
}
