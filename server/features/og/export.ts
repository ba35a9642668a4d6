import { bilingual } from '#contract/bilingual.ts'
import { OgQuery, ogSchema } from '#contract/og.api.ts'
import { ogReaders } from '#contract/role.ts'
import { readAllRecords } from '#server/core/cursor.ts'
import {
  cellsOfSchema,
  type ExportAdapter,
  exportLabelsOf,
  queryParser,
} from '#server/features/export/export.service.ts'
import { findCategoryNames } from './export.queries.ts'
import { ogTable } from './og.queries.ts'

/** The export of organisations. */
export const ogExport: ExportAdapter = {
  noun: 'og',
  roles: ogReaders,
  labels: exportLabelsOf(ogSchema),
  fileName: bilingual('组织', 'organisations'),
  parseQuery: queryParser(OgQuery),
  read: (ctx, query, _columns, work) => readAllRecords(ctx, ogTable, query as OgQuery, work),
  cellsOf: cellsOfSchema(ogSchema, async ctx => {
    const categories = await findCategoryNames(ctx)
    return { category_id: id => categories.get(Number(id)) ?? null }
  }),
}
