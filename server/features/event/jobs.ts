import type { Ctx } from '#server/platform/ctx.ts'
import { purgeTrash } from '#server/record/rows.ts'

export const eventJobs = { purge_event_trash: (ctx: Ctx) => purgeTrash(ctx, 'event') }
