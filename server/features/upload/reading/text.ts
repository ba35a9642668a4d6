import type { Received, Reply } from '#contract/endpoint.ts'
import type * as text from '#contract/upload-text.api.ts'
import { judgeStored, marksIn } from '#server/features/namesake/namesake.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { seesFindings } from '../reader-view.ts'
import { getUpload } from '../upload.service.ts'
import { findHits, findUploadMentions } from './finding.queries.ts'
import { findParts } from './text.queries.ts'

/** The text with the findings that this reader may see. */
export async function listParts(
  ctx: Ctx,
  id: number,
  query: Received<typeof text.listUploadParts>['query'],
): Promise<Reply<typeof text.listUploadParts>> {
  const upload = await getUpload(ctx, id)
  const parts = await findParts(ctx, id, query)
  const texts = parts.map(part => part.text)
  const marks = seesFindings(ctx) ? (await marksIn(ctx, texts, { upload: id })).marks : []
  const items = parts.map((part, at) => ({ ...part, marks: marks[at] ?? [] }))
  return { items, total: upload.part_count, ...query }
}

export async function listFindings(ctx: Ctx, id: number): Promise<Reply<typeof text.listUploadFindings>> {
  await getUpload(ctx, id)
  if (!seesFindings(ctx)) return null
  const [words, mentions] = await Promise.all([findHits(ctx, id), findUploadMentions(ctx, id)])
  const rows = mentions.map(each => ({ ...each, place: { upload: id }, version: null }))
  const judged = await judgeStored(ctx, rows)
  return {
    words,
    mentions: judged.map(({ place: _place, version: _version, evidence: _evidence, ...named }) => named),
  }
}
