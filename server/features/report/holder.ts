import { may } from '#server/core/access.ts'
import { findRecord } from '#server/core/table.ts'
import type { AttachmentHolder } from '#server/features/attachment/attachment.service.ts'
import { findPublishedPictures, isPictureShown } from './holder.queries.ts'
import { readsDrafts, reportPolicy } from './report.policy.ts'
import { reportTable, tableFor } from './report.queries.ts'

/**
 * Access to the files of reports: readers of published reports get the pictures in the published version; a picture in
 * any version cannot be deleted.
 */
export const reportHolder: AttachmentHolder = {
  mayRead: async (ctx, id) => (await findRecord(ctx, tableFor(ctx), id)) !== undefined,
  mayWrite: async (ctx, id) => {
    const row = await findRecord(ctx, reportTable, id)
    return row !== undefined && may(reportPolicy, ctx.actor, 'update', row)
  },
  shown: async (ctx, id) => (readsDrafts(ctx) ? null : await findPublishedPictures(ctx, id)),
  isNeeded: (ctx, id, attachmentId) => isPictureShown(ctx, id, attachmentId),
}
