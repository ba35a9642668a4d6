import { editors, supers, uploaders } from '#contract/role.ts'
import { type Policy, readable } from '#server/core/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Rights of roles on uploads, in addition to each record's own access lists; an uploader sees only their own. */
export const uploadPolicy: Policy = {
  read: editors,
  readOwn: ['uploader'],
  create: uploaders,
  update: supers,
  updateOwn: ['editor'],
  delete: supers,
  deleteOwn: [],
}

/** Rights for reviewing: every editor whose access lists include write access. */
export const reviewPolicy: Policy = { ...uploadPolicy, update: editors }

/** SQL condition for rows of the table `alias` that the reader may read; does not check the trash. */
export function isUploadReadable(ctx: Ctx, alias = 'upload') {
  return readable(uploadPolicy, ctx, alias)
}
