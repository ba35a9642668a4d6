import type { Ctx } from '#server/platform/ctx.ts'
import { purgeTrash } from '#server/record/rows.ts'

export const personJobs = { purge_person_trash: (ctx: Ctx) => purgeTrash(ctx, 'person') }
