import { isDeepStrictEqual } from 'node:util'
import type { ReportBody } from '#contract/report-body.ts'
import { textOfBody } from '#contract/report-text.ts'
import type { FieldChange } from '#server/core/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type LinkingNode, linkedOf } from './body.ts'
import { evidenceRecords } from './fact.ts'
import { replaceMentionLinks, storeEvidence } from './link.queries.ts'
import { reportLinks } from './link.ts'
import type { ReportRow } from './report.queries.ts'
import { findVersion, insertVersion } from './version.queries.ts'

type Input = { title?: string | undefined; summary?: string | null | undefined; body?: ReportBody | undefined }

const emptyBody: ReportBody = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Saves a new version if the text differs from the newest one; returns the changes for the history. */
export async function saveVersion(
  ctx: Ctx,
  row: Pick<ReportRow, 'id' | 'version'>,
  input: Input,
): Promise<FieldChange[]> {
  const before = await findVersion(ctx, row.id, row.version)
  const title = input.title ?? before?.title ?? ''
  const summary = input.summary === undefined ? (before?.summary ?? null) : input.summary
  const body = input.body ?? before?.body ?? emptyBody
  const isOther = !before || !isDeepStrictEqual(before.body, body)
  if (!isOther && before.title === title && before.summary === summary) return []
  const number = before ? row.version + 1 : 1
  // Excludes names of records, which may be withheld from some readers: their length would be revealed.
  const plain_text = textOfBody(body, { records: false })
  await insertVersion(ctx, row.id, {
    number,
    title,
    summary,
    body,
    plain_text,
    length: plain_text.length,
  })
  if (isOther) await linkRecords(ctx, row.id, body)
  return isOther && before ? [{ field: 'body', from: before.number, to: number }] : []
}

/** Links the records that the text names and retains those that it cites. */
async function linkRecords(ctx: Ctx, id: number, body: ReportBody): Promise<void> {
  const nodes = linkedOf(body)
  for (const target of Object.values(reportLinks.fields)) {
    const named = nodes.flatMap(({ attrs }) => (attrs.noun === target.name && attrs.id !== null ? [attrs.id] : []))
    await replaceMentionLinks(ctx, target, id, [...new Set(named)])
  }
  await citeEvidence(ctx, id, body)
}

export async function citeEvidence(ctx: Ctx, id: number, body: ReportBody): Promise<void> {
  await storeEvidence(ctx, id, linkedOf(body).flatMap(citedBy))
}

function citedBy(node: LinkingNode): { noun: string; id: number }[] {
  if (node.type === 'evidence') return node.attrs.id === null ? [] : [{ noun: node.attrs.noun, id: node.attrs.id }]
  return node.type === 'fact' ? evidenceRecords(node) : []
}
