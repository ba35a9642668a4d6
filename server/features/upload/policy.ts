import { editors, supers, uploaders } from '#contract/role.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Policy, readable } from '#server/record/access.ts'

/** Who may do what to uploads, beside each record's own access lists; an uploader sees none but their own. */
export const uploadPolicy: Policy = {
  read: editors,
  readOwn: ['uploader'],
  create: uploaders,
  update: supers,
  updateOwn: ['editor'],
  delete: supers,
  deleteOwn: [],
}

/** Who judges an upload: every editor whom its lists let write. */
export const reviewPolicy: Policy = { ...uploadPolicy, update: editors }

/** What the reader may read of the table `alias`, as SQL; the trash is another question. */
export function isUploadReadable(ctx: Ctx, alias = 'upload') {
  return readable(uploadPolicy, ctx, alias)
}
