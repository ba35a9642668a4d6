import type * as contract from '#contract/claim.api.ts'
import type { LinkSupport, Provenance } from '#contract/claim.api.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import type { LinkEntity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findEachClaim, type StatedClaim } from './claim.queries.ts'
import { storeClaims } from './store-claims.ts'
import { findLinks } from './subject.queries.ts'
import { displayedClaimKeys, fieldValueKey, supportOf } from './support.ts'
import { keyOf, schemaOf } from './value.ts'

type Link = { noun: LinkEntity; id: number; row: Record<string, unknown> }

/** States the values of a link as claims of this source. */
export async function stateLink(ctx: Ctx, { noun, id, row }: Link, said: Provenance): Promise<void> {
  await storeClaims(ctx, { noun, said }, statedOf({ noun, id, row }))
}

/** Claims of a link: that it exists, and each value that it has. */
function statedOf({ noun, id, row }: Link): StatedClaim[] {
  return Object.keys(schemaOf(noun)).flatMap(field => {
    const value = field === 'link' ? true : row[field]
    const isSaid = value !== null && value !== undefined && value !== false
    return isSaid ? [{ record_id: id, field, value, value_key: keyOf(value) }] : []
  })
}

/** Support of each of these links that the reader may read and that has claims. */
export async function supportOfLinks(
  ctx: Ctx,
  noun: LinkEntity,
  ids: readonly number[],
): Promise<Map<number, LinkSupport>> {
  const links = await findLinks(ctx, noun, ids)
  const claims = Map.groupBy(await findEachClaim(ctx, noun, [...links.keys()]), row => row.record_id)
  const supports = new Map<number, LinkSupport>()
  for (const [id, rows] of claims) {
    const shown = displayedClaimKeys(noun, links.get(id) ?? {}, rows)
    const states = new Set(supportOf(noun, rows, shown).map(fact => fact.state))
    const state = (['disputed', 'supported'] as const).find(each => states.has(each)) ?? 'unsupported'
    const live = rows.filter(row => row.withdrawn_at === null && shown.has(fieldValueKey(row)))
    supports.set(id, { state, origins: new Set(live.map(row => row.origin)).size })
  }
  return supports
}

export async function listLinkSupports(
  ctx: Ctx,
  { noun, record_id }: Received<typeof contract.listLinkSupports>['query'],
): Promise<Reply<typeof contract.listLinkSupports>> {
  const supports = await supportOfLinks(ctx, noun, record_id)
  return { items: [...supports].map(([record_id, support]) => ({ record_id, ...support })) }
}
