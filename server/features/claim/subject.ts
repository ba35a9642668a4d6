import type { CardNoun } from '#contract/noun.ts'
import { nouns } from '#server/nouns.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { allow } from '#server/record/access.ts'
import { findSubject, type Subject } from './subject-queries.ts'

/** Changes a record through its noun's own door. */
export type ClaimKits = Record<
  CardNoun,
  (ctx: Ctx, id: number, rev: number | undefined, patch: object) => Promise<unknown>
>

export async function need(
  ctx: Ctx,
  noun: CardNoun,
  id: number,
  act: 'read' | 'update',
  lock = false,
): Promise<Subject> {
  return allow(nouns[noun].policy, ctx.actor, act, await findSubject(ctx, noun, id, { lock }))
}
