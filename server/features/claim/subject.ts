import type { ClaimEntity } from '#contract/claim.api.ts'
import { may } from '#server/core/access.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type ClaimSubject, findSubject } from './subject.queries.ts'
import { columnsOf } from './value.ts'

/** Changes a record or a link by the service of its entity. */
export type ClaimAdapters = Record<
  ClaimEntity,
  (ctx: Ctx, id: number, rev: number | undefined, patch: Record<string, unknown>) => Promise<unknown>
>

/** Makes the record show these values. */
export async function applyValues(
  ctx: Ctx,
  adapters: ClaimAdapters,
  { noun, record_id, rev }: { noun: ClaimEntity; record_id: number; rev?: number | undefined },
  values: Record<string, unknown>,
): Promise<void> {
  await adapters[noun](ctx, record_id, rev, columnsOf(values))
}

/** Returns the subject or throws. The right to change either end of a link includes its claims. */
export async function requireClaimAccess(
  ctx: Ctx,
  noun: ClaimEntity,
  id: number,
  act: 'read' | 'update',
  lock = false,
): Promise<ClaimSubject> {
  const found = await findSubject(ctx, noun, id, { lock })
  if (!found) throw new AppError('not_found')
  if (!found.ends.some(end => may(entities[end.noun].policy, ctx.actor, act, end)))
    throw new AppError('forbidden_record')
  return found.row
}
