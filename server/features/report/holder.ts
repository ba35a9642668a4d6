import type { AttachmentHolder } from '#server/features/attachment/attachment.ts'
import { may } from '#server/platform/access.ts'
import { findRecord } from '#server/platform/record.ts'
import { reportPolicy } from './policy.ts'
import { reportTable, tableFor } from './queries.ts'
import { isPictured } from './version-queries.ts'

/** Files of reports: whoever reads a report may see them; a picture of any version stays. */
export const reportHolder: AttachmentHolder = {
  mayRead: async (ctx, id) => (await findRecord(ctx, tableFor(ctx), id)) !== undefined,
  mayWrite: async (ctx, id) => {
    const row = await findRecord(ctx, reportTable, id)
    return row !== undefined && may(reportPolicy, ctx.actor, 'update', row)
  },
  isNeeded: (ctx, id, attachmentId) => isPictured(ctx, id, attachmentId),
}
