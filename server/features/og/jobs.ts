import type { Ctx } from '#server/platform/ctx.ts'
import { purgeTrash } from '#server/record/rows.ts'

export const ogJobs = { purge_og_trash: (ctx: Ctx) => purgeTrash(ctx, 'og') }
