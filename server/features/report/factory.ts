import type { NewReport } from '#contract/report.api.ts'
import type { ReportBlock, ReportBody } from '#contract/report-body.ts'
import { replaceLinks } from '#server/core/link.ts'
import { insertRecord } from '#server/core/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { publishLinks } from './link.queries.ts'
import { reportLinks } from './link.ts'
import { drawNumber, type ReportRow, type ReportValues, reportTable } from './report.queries.ts'
import { saveVersion } from './save.ts'
import { markPublished } from './version.queries.ts'

let count = 0

/** A text of some blocks; strings are paragraphs. */
export function aBody(...blocks: (string | ReportBlock)[]): ReportBody {
  const content = blocks.map(
    (block): ReportBlock =>
      typeof block === 'string' ? { type: 'paragraph', content: [{ type: 'text', text: block }] } : block,
  )
  return { type: 'doc', content }
}

/**
 * A report for tests, owned by the context's user or by `owner`; `status: 'published'` publishes its first version.
 */
export async function aReport(
  ctx: Ctx,
  { body, ogs, persons, events, ...values }: ReportValues & Pick<NewReport, 'body' | 'ogs' | 'persons' | 'events'> = {},
): Promise<ReportRow> {
  count += 1
  const { title = `Report ${count}`, summary = null, labels = [] } = values
  const published = {
    published_version: 1,
    published_at: ctx.now().toISOString(),
    published_title: title,
    published_summary: summary,
  }
  const report = await insertRecord(ctx, reportTable, {
    author: values.owner ?? null,
    ...values,
    title,
    labels,
    number: await drawNumber(ctx),
    ...(values.status === 'published' && published),
  })
  await saveVersion(ctx, report, { title, summary, body })
  await replaceLinks(ctx, reportLinks, report.id, { ogs, persons, events }, 'given')
  if (values.status === 'published') {
    await markPublished(ctx, report.id, 1)
    await publishLinks(ctx, report.id)
  }
  return { ...report, version: 1 }
}
