import type { Received, Reply } from '#contract/endpoint.ts'
import type * as contract from '#contract/person.api.ts'
import { updateRecords } from '#server/core/rows.ts'
import { plainMembership, readMembershipsOf } from '#server/features/membership/membership.service.ts'
import { filterOgs, matchNames, nameKey, splitRole, suggestNames } from '#server/features/og/og.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { addMemberships } from './membership.queries.ts'
import { findOgNames, lockCarriers } from './og-name.queries.ts'
import { personTable } from './person.queries.ts'

/** Names that persons have without a link, each with the organisations it may mean. */
export async function listOgNames(
  ctx: Ctx,
  { current, pageSize, keyword, person }: Received<typeof contract.listOgNames>['query'],
): Promise<Reply<typeof contract.listOgNames>> {
  const { items, total } = await findOgNames(ctx, { current, pageSize, keyword, person })
  const matches = await matchNames(
    ctx,
    items.map(item => item.name),
  )
  const rest = items.filter(item => !matches.has(nameKey(item.name))).map(item => item.name)
  const suggestions = await suggestNames(ctx, rest)
  const of = (name: string) => matches.get(nameKey(name)) ?? suggestions.get(nameKey(name)) ?? []
  const plain = (name: string) => of(name).map(({ og_id, og_name, how }) => ({ og_id, og_name, how }))
  return { items: items.map(item => ({ ...item, suggestions: plain(item.name) })), total, current, pageSize }
}

/**
 * Turns an unlinked name into memberships, each with its role, on every person that the user may change, and removes
 * the name from them.
 */
export function linkOgName(
  ctx: Ctx,
  { name, og_id }: Received<typeof contract.linkOgName>['body'],
): Promise<Reply<typeof contract.linkOgName>> {
  return inTransaction(ctx, async ctx => {
    const [og] = await filterOgs(ctx, { id: [og_id] })
      .select('og.id')
      .forKeyShare()
      .execute()
    if (!og) throw fieldError('og_id', 'no_such_og')
    const carriers = await lockCarriers(ctx, name)
    const mine = carriers.filter(row => row.is_allowed)
    const isMeant = (carried: string) => splitRole(carried).name === name
    const before = await readMembershipsOf(
      ctx,
      mine.map(row => row.id),
    )
    const all = mine.map(row => {
      const own = (before.get(row.id) ?? []).map(plainMembership)
      const roles = row.og_names.filter(isMeant).map(carried => splitRole(carried).role)
      const added = roles
        .filter(role => !own.some(link => link.og_id === og_id && link.role === role && link.start_time === null))
        .map(role => ({ og_id, role, start_time: null, end_time: null }))
      return {
        before: row,
        added,
        values: { og_names: row.og_names.filter(carried => !isMeant(carried)) },
        linked: added.length > 0 ? [{ field: 'memberships', from: own, to: [...own, ...added] }] : [],
      }
    })
    await addMemberships(
      ctx,
      all.flatMap(({ before, added }) => added.map(({ role }) => ({ person_id: before.id, og_id, role }))),
    )
    await updateRecords(ctx, personTable, all)
    return { done: mine.length, refused: carriers.length - mine.length }
  })
}
