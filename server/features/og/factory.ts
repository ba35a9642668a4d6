import type { Ctx } from '#server/platform/ctx.ts'
import { insertOg, type OgRow, type OgValues } from './queries.ts'

let count = 0

/** An organisation for tests, owned by whoever the context or `owner` says. */
export async function anOg(ctx: Ctx, values: OgValues = {}): Promise<OgRow> {
  count += 1
  const { owner = ctx.actor.id, ...rest } = values
  const og = await insertOg(ctx, { name: `Organisation ${count}`, ...rest })
  if (owner !== og.owner) await ctx.db.updateTable('og').set({ owner }).where('id', '=', og.id).execute()
  return { ...og, owner }
}
