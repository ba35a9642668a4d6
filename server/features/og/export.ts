import { OgQuery, ogCard } from '#contract/og.ts'
import { ogReaders } from '#contract/role.ts'
import { cellsOfCard, type ExportKit, exportLabelsOf, queryParser } from '#server/features/export/export.ts'
import { readAllRecords } from '#server/record/cursor.ts'
import { findCategoryNames } from './export-queries.ts'
import { ogTable } from './queries.ts'

/** The export of organisations. */
export const ogExport: ExportKit = {
  noun: 'og',
  roles: ogReaders,
  labels: exportLabelsOf(ogCard),
  fileName: { 'zh-CN': '组织', 'en-US': 'organisations' },
  parseQuery: queryParser(OgQuery),
  read: (ctx, query, _columns, work) => readAllRecords(ctx, ogTable, query as OgQuery, work),
  cellsOf: cellsOfCard(ogCard, async ctx => {
    const categories = await findCategoryNames(ctx)
    return { category_id: id => categories.get(Number(id)) ?? null }
  }),
}
