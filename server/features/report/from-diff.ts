import { randomBytes } from 'node:crypto'
import type { Reply } from '#contract/endpoint.ts'
import type { draftReportOfDiff as endpoint } from '#contract/report.api.ts'
import type { ReportBlock, ReportInline } from '#contract/report-body.ts'
import { diffToDto } from '#server/features/diff/diff.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const newKey = () => randomBytes(8).toString('hex')

/**
 * Drafts a report from a difference: the records that it certainly concerns, and a quotation of the page's new text.
 * Stores nothing.
 */
export async function draftOfDiff(ctx: Ctx, id: number): Promise<Reply<typeof endpoint>> {
  const { diff, title, quotation, url, ogs, persons, candidates } = await diffToDto(ctx, id)
  const named = [
    ...ogs.map(({ id, name }) => ({ noun: 'og' as const, id, name: String(name) })),
    ...persons.map(({ id, name }) => ({ noun: 'person' as const, id, name })),
  ]
  const links = named.map(
    ({ noun, id, name }): ReportInline => ({
      type: 'mention',
      attrs: { key: newKey(), noun, id, label: name },
    }),
  )
  // A name that may refer to another person is inserted as text, without a link, until the author links it.
  const words = [...new Set(candidates.map(each => each.name))].map((text): ReportInline => ({ type: 'text', text }))
  const mentions = [...links, ...words].flatMap((each, n): ReportInline[] =>
    n > 0 ? [{ type: 'text', text: ' · ' }, each] : [each],
  )
  // The difference itself is cited: exports show the text before, and both versions are retained.
  const quoted: ReportBlock = {
    type: 'evidence',
    attrs: {
      key: newKey(),
      noun: 'diff',
      id: diff.id,
      quote: quotation,
      title: diff.page.title ?? diff.page.url,
      url: url.slice(0, 2_000),
      at: diff.created_at,
    },
  }
  return {
    title,
    summary: null,
    body: { type: 'doc', content: [{ type: 'paragraph', content: mentions }, quoted, { type: 'paragraph' }] },
    ogs,
    persons,
  }
}
