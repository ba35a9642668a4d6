import { type SqlBool, sql } from 'kysely'
import { isThere } from '#server/core/link.queries.ts'
import { entities } from '#server/entities.ts'
import { pageExists } from '#server/features/page/page.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type DoneSteps = { record: boolean; site: boolean; list: boolean }

/**
 * The steps that are done, as far as the caller can see: a restricted record or its site does not count for users who
 * may not read it. A site counts once it is on its schedule or was fetched.
 */
export async function findDoneSteps(ctx: Ctx): Promise<DoneSteps> {
  const { rows } = await sql<DoneSteps>`select
    ${sql<SqlBool>`exists (select from og where ${isThere(ctx, entities.og)})
      or exists (select from person where ${isThere(ctx, entities.person)})`} as record,
    exists (select from site join og on og.id = site.og_id where site.is_on and ${pageExists(ctx)})
      or exists (select from round join og on og.id = round.og_id where ${pageExists(ctx)}) as site,
    exists (select from list) as list`.execute(ctx.db)
  return rows[0]!
}
