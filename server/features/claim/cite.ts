import * as z from 'zod/mini'
import type { ClaimEntity } from '#contract/claim.api.ts'
import { isList } from '#contract/field.ts'
import { citesAtMost, type FactCite } from '#contract/report-body.ts'
import { valueAt } from '#server/core/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findCitedRows } from './cite.queries.ts'
import type { ClaimRow } from './claim.queries.ts'
import { findClaims } from './once.ts'
import { findLinks, isEntity } from './subject.queries.ts'
import { findField, itemsOf, keyOf } from './value.ts'

/** A value of a field; for a list, one of its items. */
export type CitedFact = { noun: ClaimEntity; id: number; field: string; value: unknown }

/**
 * All citations that support these facts now, one for each piece of evidence; none for a value that the field cannot
 * hold. The caller has checked that the records may be read.
 */
export async function citesOf(ctx: Ctx, facts: readonly CitedFact[]): Promise<Map<CitedFact, FactCite[]>> {
  const cited = new Map<CitedFact, FactCite[]>()
  for (const list of Map.groupBy(facts, ({ noun, id }) => `${noun} ${id}`).values()) {
    const [{ noun, id }] = list as [CitedFact]
    const claims = await findClaims(ctx, noun, [id])
    for (const fact of list) {
      const value = citedValue(fact)
      if (value === undefined) continue
      const key = keyOf(value)
      const stating = claims.filter(
        claim => claim.field === fact.field && claim.value_key === key && claim.withdrawn_at === null,
      )
      cited.set(fact, stating.flatMap(citesOfClaim).slice(0, citesAtMost))
    }
  }
  return cited
}

/** The value as the field accepts it, or as records contain it; undefined for anything else. */
function citedValue({ noun, field: name, value: given }: CitedFact): unknown {
  const field = findField(noun, name)
  if (!field) return undefined
  // A list field is parsed with one item, and returns that item.
  const whole = isList(field) ? [given] : given
  const written = z.safeParse(field.write as z.ZodMiniType, whole)
  const [value] = written.success ? itemsOf(field, written.data) : [undefined]
  return value ?? (z.safeParse(field.read, whole).success ? given : undefined)
}

function citesOfClaim(claim: ClaimRow): FactCite[] {
  const { id, credibility, first_seen_at, last_seen_at } = claim
  const cite = {
    claim_id: id,
    source: {
      id: claim.source_id,
      name: claim.source_name,
      kind: claim.source_kind,
      reliability: claim.source_reliability,
    },
    ...{ credibility, first_seen_at, last_seen_at },
  }
  return (claim.evidence.length > 0 ? claim.evidence : [null]).map(evidence => ({ ...cite, evidence }))
}

/** The present values of facts that have changed; null for a removed item of a list. */
export async function changedSince(ctx: Ctx, facts: readonly CitedFact[]): Promise<Map<CitedFact, { value: unknown }>> {
  const changed = new Map<CitedFact, { value: unknown }>()
  for (const [noun, list] of Map.groupBy(facts, fact => fact.noun)) {
    const ids = [...new Set(list.map(fact => fact.id))]
    const rows = await (isEntity(noun) ? findCitedRows(ctx, noun, ids) : findLinks(ctx, noun, ids))
    for (const fact of list) {
      const field = findField(noun, fact.field)
      const row = rows.get(fact.id)
      if (!field || !row) continue
      const present = valueAt(row, fact.field)
      const key = keyOf(fact.value)
      if (itemsOf(field, present).some(item => keyOf(item) === key)) continue
      changed.set(fact, { value: isList(field) ? null : (present ?? null) })
    }
  }
  return changed
}

export { findCitedState } from './cite.queries.ts'
