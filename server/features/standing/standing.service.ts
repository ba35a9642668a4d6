import type { Received } from '#contract/endpoint.ts'
import { type listStandings as contract, type SanctionStatus, sanctionLevels } from '#contract/standing.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findSanctionStatuses } from './standing.queries.ts'

/** Parties with hits or decisions, each with the most severe current one. */
export async function listStandings(
  ctx: Ctx,
  { og = [], person = [] }: Received<typeof contract>['query'],
): Promise<{ items: SanctionStatus[] }> {
  const rows = await findSanctionStatuses(ctx, { og, person })
  return {
    items: rows.flatMap(row => {
      const level = sanctionLevels.find(each => row.lists.some(list => list.level === each)) ?? null
      return row.lists.length + row.open === 0 ? [] : [{ ...row, level }]
    }),
  }
}

export { isSanctioned } from './standing.queries.ts'
