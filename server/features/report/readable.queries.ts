import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { readable } from '#server/core/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readsDrafts, reportPolicy } from './report.policy.ts'

/**
 * Condition for rows of the table `report` that the actor may read, apart from the trash. A user who may not read
 * drafts must be shown only the published version: its number is `published_version`, its title `published_title`.
 */
export function isReportReadable(ctx: Ctx, alias: string): RawBuilder<SqlBool> {
  const isMine = readable(reportPolicy, ctx, alias)
  if (readsDrafts(ctx)) return isMine
  return sql<SqlBool>`(${isMine} and ${sql.ref(`${alias}.published_version`)} is not null
    and ${sql.ref(`${alias}.status`)} <> 'archived')`
}
