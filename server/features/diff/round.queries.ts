import { sql } from 'kysely'
import { reviewThreshold } from '#contract/diff.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * `version` of a site is the last round up to which no difference worth a person's time is unread: reviewing the last
 * one raises it, undoing a review lowers it.
 */
export async function followReviews(ctx: Ctx, ogIds: readonly number[]): Promise<void> {
  await sql`update og set version = placed.version from (
      select og.id, coalesce((select min(diff.round) - 1 from diff where diff.og_id = og.id and diff.status = 'unread'
        and diff.score >= ${reviewThreshold}::int and diff.round <= og.new_version), og.new_version) as version
      from og where og.id = any(${ogIds}::bigint[]) order by og.id for update
    ) as placed
    where og.id = placed.id and og.version <> placed.version`.execute(ctx.db)
}
