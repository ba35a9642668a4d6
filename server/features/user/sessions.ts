import type { SessionRow } from '#contract/user.api.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { idleMs } from '../session/session.service.ts'
import { checkReach } from './access.ts'
import { deleteSessions, selectSessions } from './session.queries.ts'

function currentSession({ actor }: Ctx): number | undefined {
  return actor.kind === 'user' ? actor.sessionId : undefined
}

export async function listSessions(ctx: Ctx, userId: number): Promise<SessionRow[]> {
  await checkReach(ctx, userId)
  const rows = await selectSessions(ctx, userId, idleMs)
  return rows.map(row => ({ ...row, is_current: row.id === currentSession(ctx) }))
}

export async function endSessions(ctx: Ctx, userId: number, sessionId: number | undefined): Promise<{ ended: number }> {
  await checkReach(ctx, userId)
  const current = currentSession(ctx)
  const which = sessionId !== undefined ? { only: sessionId } : current !== undefined ? { except: current } : {}
  const ended = await deleteSessions(ctx, userId, which)
  await audit(ctx, { act: 'end_sessions', noun: 'user', recordId: userId, detail: { ended } })
  ctx.log.info({ user_id: userId, ended }, 'user: sessions ended')
  return { ended }
}
