import { Setting } from '#contract/setting.api.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { selectSetting, writeSetting } from './setting.queries.ts'

/** The limit of all settings of one user; enough for about two hundred lists with every column widened. */
const sizeLimit = 65_536

export async function getSetting(ctx: Ctx): Promise<Partial<Setting>> {
  return readable(await ownSetting(ctx))
}

/**
 * Saves the given settings; each given list replaces the stored one. Two windows at once lose none of each other's
 * changes.
 */
export function updateSetting(ctx: Ctx, { lists, ...patch }: Partial<Setting>): Promise<Partial<Setting>> {
  return inTransaction(ctx, async ctx => {
    const before = readable(await ownSetting(ctx, { lock: true }))
    const after = { ...before, ...patch, ...(lists && { lists: { ...before.lists, ...lists } }) }
    if (JSON.stringify(after).length > sizeLimit) throw new AppError('too_large')
    await writeSetting(ctx, ctx.actor.id as number, after)
    return after
  })
}

async function ownSetting(ctx: Ctx, options: { lock?: boolean } = {}): Promise<Partial<Setting>> {
  const setting = ctx.actor.id === null ? undefined : await selectSetting(ctx, ctx.actor.id, options)
  if (!setting) throw new AppError('unauthenticated')
  return setting
}

/**
 * Drops settings that an older or newer version stored in another form; otherwise the client would fail at every start.
 */
function readable(stored: Partial<Setting>): Partial<Setting> {
  const entries = Object.entries(stored).filter(
    ([name, value]) => name in Setting.shape && Setting.shape[name as keyof Setting].safeParse(value).success,
  )
  return Object.fromEntries(entries)
}
