import type { Entity } from '#contract/registry.ts'
import { valueAt } from '#server/core/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findDecisions } from './decision.queries.ts'
import { findBrought, findWeighed, type WeighedRow } from './rule.queries.ts'
import { type ChoiceReason, type ClaimOutcome, chooseValue, outcomeOf } from './rule.ts'
import { isSingle } from './support.ts'
import { keyOrNull } from './value.ts'

/** A value of a source for one field of a record; null clears the field. */
export type ProposedValue = { record_id: number; field: string; value: unknown }

export type WouldChange = {
  /** The present value, null if there is none. */
  shown: unknown
  /**
   * Support of the present value: the person who decided, otherwise the best source; null if neither is known, or the
   * source is withheld.
   */
  by: { kind: 'person'; id: number | null; at: string } | { kind: 'source'; id: number; name: string } | null
  reason: ChoiceReason
  outcome: ClaimOutcome
  /**
   * Other support of the present value or, without any, the support of the value that the rule would choose. It is not
   * filtered by access, so it must never be returned to a client unchanged.
   */
  other: ConflictingParty | null
  /** The rule would show the value if no person had decided. */
  is_ruled: boolean
  /** A person's decision came with an import, and is removed with it. */
  is_of_run: boolean
}

export type ConflictingParty =
  | { kind: 'person'; id: number | null; at: string }
  | { kind: 'source'; id: number; at: string; is_readable: boolean }

/**
 * Outcomes of values from one source, in their order; hundreds of values need three queries. The caller has checked
 * that the records may be read. `source_id` null: an unknown source, which has the weight of a new one.
 */
export async function wouldChange(
  ctx: Ctx,
  noun: Entity,
  source_id: number | null,
  proposed: readonly ProposedValue[],
): Promise<WouldChange[]> {
  const isOne = (field: string) => isSingle(noun, field)
  const single = proposed.filter(({ field }) => isOne(field))
  const ids = [...new Set(proposed.map(each => each.record_id))]
  const { records, claims } = await findWeighed(ctx, noun, ids, [...new Set(single.map(each => each.field))])
  const decisions = await findDecisions(ctx, noun, single)
  const brought = await findBrought(ctx, source_id)
  const at = ({ record_id, field }: { record_id: number; field: string }) => `${record_id} ${field}`
  const claimsAt = Map.groupBy(claims, at)
  const decisionAt = new Map(decisions.map(each => [at(each), each]))
  return proposed.map(each => {
    const { record_id, field, value } = each
    const now = valueAt(records.get(record_id) ?? {}, field)
    // Sources add items to a list, and none of them contradicts another.
    if (!isOne(field))
      return { shown: now, by: null, reason: 'kept', outcome: 'takes', other: null, is_ruled: true, is_of_run: false }
    const shown = { value: now, value_key: keyOrNull(now) }
    const all = claimsAt.get(at(each)) ?? []
    const row = decisionAt.get(at(each))
    const decision = row?.is_kept ? { by: row.by, at: row.at } : null
    const { reason } = chooseValue(all, decision, shown)
    const behind = all.find(claim => claim.withdrawn_at === null && claim.value_key === shown.value_key)
    const by = decision ? { kind: 'person' as const, id: decision.by, at: decision.at } : sourceOf(behind)
    const key = keyOrNull(value)
    const outcome =
      key === null
        ? clearingOutcome(all, decision !== null, shown.value_key, source_id)
        : outcomeOf(all, decision, shown, { ...brought, value, value_key: key })
    const is_ruled =
      key !== null &&
      (decision ? outcomeOf(all, null, shown, { ...brought, value, value_key: key }) : outcome) === 'takes'
    const other = decision ? { kind: 'person' as const, id: decision.by, at: decision.at } : otherOf()
    const is_of_run = decision !== null && row?.run_id !== null
    return { shown: now, by, reason, outcome, other, is_ruled, is_of_run }

    function otherOf(): ConflictingParty | null {
      const others = all.filter(claim => claim.withdrawn_at === null && claim.source_id !== source_id)
      const same = others.find(claim => claim.value_key === shown.value_key)
      const claim = same ?? (outcome === 'takes' ? undefined : others[0])
      if (!claim) return null
      const { source_id: id, last_seen_at: at, is_source_readable: is_readable } = claim
      return { kind: 'source', id, at, is_readable }
    }
  })
}

const sourceOf = (claim: WeighedRow | undefined): WouldChange['by'] =>
  claim?.is_source_readable ? { kind: 'source', id: claim.source_id, name: claim.source_name } : null

/** An empty cell clears a value only if no one else supports it. */
function clearingOutcome(
  all: readonly WeighedRow[],
  isDecided: boolean,
  shown: string | null,
  source: number | null,
): ClaimOutcome {
  if (shown === null) return 'takes'
  if (isDecided) return 'asks'
  const isBacked = all.some(
    claim => claim.withdrawn_at === null && claim.value_key === shown && claim.source_id !== source,
  )
  return isBacked ? 'keeps' : 'takes'
}
