import type { ClaimEntity, decideClaim as endpoint, FieldChoice } from '#contract/claim.api.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import { valueAt } from '#server/core/history.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import type { ClaimRow } from './claim.queries.ts'
import { findDecisions, saveDecisions } from './decision.queries.ts'
import { findClaims } from './once.ts'
import { chooseValue } from './rule.ts'
import type { ClaimSubject } from './subject.queries.ts'
import { applyValues, type ClaimAdapters, requireClaimAccess } from './subject.ts'
import { isSingle } from './support.ts'
import { fieldOf, keyOrNull } from './value.ts'

/** Reason for the shown value of each single-value field, and the value that the rule would show. */
export async function choicesOf(
  ctx: Ctx,
  noun: ClaimEntity,
  subject: ClaimSubject,
  rows: readonly ClaimRow[],
): Promise<FieldChoice[]> {
  const byField = [...Map.groupBy(rows, row => row.field)].filter(([field]) => isSingle(noun, field))
  const wanted = byField.map(([field]) => ({ record_id: subject.id, field }))
  const decisions = new Map((await findDecisions(ctx, noun, wanted)).map(each => [each.field, each]))
  return byField.map(([field, claims]) => {
    const shown = currentValue(subject, field)
    const rule = chooseValue(claims, null, shown)
    const decision = decisions.get(field)
    const ruled = rule.reason === 'kept' ? null : rule.value
    if (decision?.is_kept) return { field, reason: 'decided', decided_by: decision.by, decided_at: decision.at, ruled }
    const reason = rule.value_key === shown.value_key ? rule.reason : 'kept'
    return { field, reason, decided_by: null, decided_at: null, ruled }
  })
}

function currentValue(subject: ClaimSubject, field: string): { value: unknown; value_key: string | null } {
  const value = valueAt(subject, field)
  return { value, value_key: keyOrNull(value) }
}

/** Keeps the value that a field shows, or returns the field to the rule, which chooses at once. */
export function decideClaim(
  ctx: Ctx,
  adapters: ClaimAdapters,
  { noun, record_id, field, is_kept, rev }: Received<typeof endpoint>['body'],
): Promise<Reply<typeof endpoint>> {
  return inTransaction(ctx, async ctx => {
    fieldOf(noun, field)
    if (!isSingle(noun, field)) throw fieldError('field', 'wrong')
    const subject = await requireClaimAccess(ctx, noun, record_id, 'update', true)
    // The service rejects a caller whose revision is stale.
    if (rev !== undefined) await adapters[noun](ctx, subject.id, rev, {})
    await saveDecisions(ctx, { noun, record_id: subject.id, is_kept }, [field])
    if (!is_kept) await applyRule(ctx, adapters, { noun, record_id: subject.id }, [field])
    return { value: valueAt(await requireClaimAccess(ctx, noun, subject.id, 'read'), field) }
  })
}

/**
 * Applies the rule to fields that a file wrote last or that a person returned to the rule: they show what it chooses
 * among all claims. A value that the rule writes is no person's decision, although the history names the user whose
 * action caused it.
 */
export async function applyRule(
  ctx: Ctx,
  adapters: ClaimAdapters,
  of: { noun: ClaimEntity; record_id: number },
  fields: readonly string[],
): Promise<void> {
  const subject = await requireClaimAccess(ctx, of.noun, of.record_id, 'update')
  const at = { noun: of.noun, record_id: subject.id }
  const single = fields.filter(field => isSingle(of.noun, field))
  const wanted = single.map(field => ({ record_id: subject.id, field }))
  const ruled = (await findDecisions(ctx, of.noun, wanted)).filter(each => !each.is_kept).map(each => each.field)
  if (ruled.length === 0) return
  const claims = Map.groupBy(await findClaims(ctx, of.noun, [subject.id]), row => row.field)
  const patch = Object.fromEntries(
    ruled.flatMap(field => {
      const shown = currentValue(subject, field)
      const choice = chooseValue(claims.get(field) ?? [], null, shown)
      return choice.value_key === shown.value_key ? [] : [[field, choice.value]]
    }),
  )
  if (Object.keys(patch).length === 0) return
  await applyValues(ctx, adapters, at, patch)
  await saveDecisions(ctx, { ...at, is_kept: false }, Object.keys(patch))
}
