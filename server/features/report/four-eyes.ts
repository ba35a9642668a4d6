import { may } from '#server/core/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readSetting } from '#server/platform/db/system-setting.ts'
import { isOwnWork, reportPolicy } from './report.policy.ts'
import type { ReportRow } from './report.queries.ts'
import { findSavers } from './version.queries.ts'
import { findSupers } from './work/comment.queries.ts'

/** Writers of each report that waits for review, if the four-eyes setting is on; otherwise empty. */
export async function findFourEyes(
  ctx: Ctx,
  rows: readonly Pick<ReportRow, 'id' | 'status'>[],
): Promise<Map<number, number[]>> {
  const ids = rows.filter(row => row.status === 'review').map(row => row.id)
  if (ids.length === 0 || !(await readSetting(ctx, 'report_four_eyes'))) return new Map()
  const savers = await findSavers(ctx, ids)
  return new Map(ids.map(id => [id, savers.get(id) ?? []]))
}

/** For a writer of the report who may not publish it: the users who may. Null for other users. */
export async function publishersOf(ctx: Ctx, row: ReportRow): Promise<{ id: number; name: string }[] | null> {
  const writers = (await findFourEyes(ctx, [row])).get(row.id)
  if (!writers || !may(reportPolicy, ctx.actor, 'update', row) || !isOwnWork(ctx.actor, { ...row, writers }))
    return null
  const others = (await findSupers(ctx)).filter(user => {
    const actor = {
      kind: 'user' as const,
      id: user.id,
      username: user.name,
      role: user.role,
      sessionId: 0,
      keys: user.keys,
    }
    return may(reportPolicy, actor, 'update', row) && !isOwnWork(actor, { ...row, writers })
  })
  return others.map(({ id, name }) => ({ id, name }))
}
