import { randomBytes } from 'node:crypto'
import type { Reply } from '#contract/endpoint.ts'
import type { draftReportOfDiff as endpoint } from '#contract/report.ts'
import type { ReportBlock, ReportInline } from '#contract/report-body.ts'
import { tellDiff } from '#server/features/diff/diff.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const newKey = () => randomBytes(8).toString('hex')

/** A report begun from a difference: whom it is about for certain, and what the page says now, quoted. Nothing is written. */
export async function draftOfDiff(ctx: Ctx, id: number): Promise<Reply<typeof endpoint>> {
  const { diff, title, quotation, url, ogs, persons, candidates } = await tellDiff(ctx, id)
  const named = [
    ...ogs.map(og => ({ noun: 'og' as const, ...og })),
    ...persons.map(person => ({ noun: 'person' as const, ...person })),
  ]
  const links = named.map(
    ({ noun, id, name }): ReportInline => ({
      type: 'mention',
      attrs: { key: newKey(), noun, id, label: name },
    }),
  )
  // A name that may be somebody else's is a word, and no link, until its author makes it one.
  const words = [...new Set(candidates.map(each => each.name))].map((text): ReportInline => ({ type: 'text', text }))
  const mentions = [...links, ...words].flatMap((each, n): ReportInline[] =>
    n > 0 ? [{ type: 'text', text: ' · ' }, each] : [each],
  )
  // The difference itself is cited: exports show what stood there before, and both versions are kept.
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
