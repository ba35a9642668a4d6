import type { Setting } from '#contract/setting.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A user's stored settings; locked when they are about to be changed. */
export async function selectSetting(ctx: Ctx, userId: number, options: { lock?: boolean } = {}) {
  const row = await ctx.db
    .selectFrom('user')
    .select('setting')
    .where('id', '=', userId)
    .$if(options.lock === true, query => query.forNoKeyUpdate())
    .executeTakeFirst()
  return row?.setting as Partial<Setting> | undefined
}

/** Settings are not part of the profile, whose revision and time stay unchanged. */
export async function writeSetting(ctx: Ctx, userId: number, setting: Partial<Setting>): Promise<void> {
  await ctx.db
    .updateTable('user')
    .set({ setting: JSON.stringify(setting) })
    .where('id', '=', userId)
    .execute()
}
