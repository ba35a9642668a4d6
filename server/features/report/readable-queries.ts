import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { readable } from '#server/record/access.ts'
import { readsDrafts, reportPolicy } from './policy.ts'

/**
 * Which rows of the table `report` under this name there are for the actor, trash aside. Who does not read drafts may
 * be shown the published version alone: its number is `published_version`, its title `published_title`.
 */
export function isReportReadable(ctx: Ctx, alias: string): RawBuilder<SqlBool> {
  const isMine = readable(reportPolicy, ctx, alias)
  if (readsDrafts(ctx)) return isMine
  return sql<SqlBool>`(${isMine} and ${sql.ref(`${alias}.published_version`)} is not null
    and ${sql.ref(`${alias}.status`)} <> 'archived')`
}
