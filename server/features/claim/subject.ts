import type { ClaimNoun } from '#contract/claim.ts'
import { nouns } from '#server/nouns.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { may } from '#server/record/access.ts'
import { findSubject, type Subject } from './subject-queries.ts'
import { columnsOf } from './value.ts'

/** Changes a record or a link by the service of its entity. */
export type ClaimKits = Record<
  ClaimNoun,
  (ctx: Ctx, id: number, rev: number | undefined, patch: Record<string, unknown>) => Promise<unknown>
>

/** Makes the record show these values. */
export async function show(
  ctx: Ctx,
  kits: ClaimKits,
  { noun, record_id, rev }: { noun: ClaimNoun; record_id: number; rev?: number | undefined },
  values: Record<string, unknown>,
): Promise<void> {
  await kits[noun](ctx, record_id, rev, columnsOf(values))
}

/** Returns the subject or throws. The right to change either end of a link includes its claims. */
export async function need(
  ctx: Ctx,
  noun: ClaimNoun,
  id: number,
  act: 'read' | 'update',
  lock = false,
): Promise<Subject> {
  const found = await findSubject(ctx, noun, id, { lock })
  if (!found) throw new AppError('not_found')
  if (!found.ends.some(end => may(nouns[end.noun].policy, ctx.actor, act, end))) throw new AppError('forbidden_record')
  return found.row
}
