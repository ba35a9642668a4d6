import { editors } from '#contract/role.ts'
import type { Upload } from '#contract/upload.api.ts'
import { type AccessColumns, may } from '#server/core/access.ts'
import { withLinks } from '#server/core/link.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { uploadLinks } from './link.ts'
import { findMailSummaries } from './mail.queries.ts'
import { countMentions } from './reading/finding.queries.ts'
import { reviewPolicy } from './upload.policy.ts'
import { findUsernames, type UploadRow } from './upload.queries.ts'

type WithAllowedActs = { can: Upload['can'] }

/** Whether the user may see sensitive words and mentioned records: only editors. */
export function seesFindings(ctx: Ctx): boolean {
  return editors.includes(ctx.actor.role)
}

/** Rows as this reader may see them. */
export async function forReader(ctx: Ctx, rows: (UploadRow & WithAllowedActs)[]): Promise<Upload[]> {
  const users = [...new Set(rows.flatMap(row => [row.reviewer, row.uploader]).filter(id => id !== null))]
  const ids = rows.map(row => row.id)
  const [linked, names, mentions, mails] = await Promise.all([
    withLinks(ctx, uploadLinks, rows),
    findUsernames(ctx, users),
    countMentions(ctx, ids),
    findMailSummaries(ctx, ids),
  ])
  const refOf = (id: number | null) => {
    const name = id === null ? undefined : names.get(id)
    return id === null || name === undefined ? null : { id, name }
  }
  return linked.map(({ step: _step, ...row }) => ({
    ...row,
    // Null for uploaders; zero would mean that nothing was found.
    hits: seesFindings(ctx) ? row.hits : null,
    mentions: seesFindings(ctx) ? (mentions.get(row.id) ?? 0) : null,
    reviewer: refOf(row.reviewer),
    uploader: refOf(row.uploader),
    mail: mails.get(row.id) ?? null,
    acts: actsOf(ctx, row),
  }))
}

type ReviewedUpload = Pick<UploadRow, keyof AccessColumns | 'status' | 'kind' | 'media_type'>

function actsOf(ctx: Ctx, row: ReviewedUpload): Upload['acts'] {
  const acts: Upload['acts'] = []
  const mayJudge = may(reviewPolicy, ctx.actor, 'update', row)
  if (mayJudge && isRead(row)) acts.push('review')
  if (mayJudge && row.status === 'failed') acts.push('retry')
  if (editors.includes(ctx.actor.role) && isTable(row)) acts.push('import')
  return acts
}

/** Whether reading has ended. */
export function isRead({ status }: Pick<UploadRow, 'status'>): boolean {
  return status !== 'received' && status !== 'processing'
}

/** Whether the import can read it: XLSX, CSV, JSON. */
function isTable({ kind, media_type }: Pick<UploadRow, 'kind' | 'media_type'>): boolean {
  const readable = ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/json']
  return kind !== null && readable.includes(media_type ?? '')
}
