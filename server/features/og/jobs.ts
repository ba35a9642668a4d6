import type { Ctx } from '#server/platform/ctx.ts'
import { purgeRecords } from '#server/platform/record-rows.ts'

const trashLivesMs = 30 * 86_400_000

export const ogJobs = {
  /** What has lain in the trash for 30 days is gone; its history stays. */
  purge_og_trash: async (ctx: Ctx) => {
    const count = await purgeRecords(ctx, 'og', new Date(ctx.now().getTime() - trashLivesMs).toISOString())
    if (count > 0) ctx.log.info({ count }, 'purged organisations from the trash')
  },
}
