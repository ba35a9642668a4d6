import type { NewPersonMembership } from '#contract/membership.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { lockOgsForShare, type MembershipColumns } from './membership.queries.ts'

type MembershipInput = Partial<Omit<NewPersonMembership, 'id' | 'og_id'>>

/** The columns of a membership; an empty text becomes null. */
export function rowOf({ role, start_time, end_time, area, term, on_behalf_of }: MembershipInput): MembershipColumns {
  return {
    role: role || null,
    start_time: start_time ?? null,
    end_time: end_time ?? null,
    area: area || null,
    term: term || null,
    on_behalf_of: on_behalf_of ?? null,
  }
}

/** Checks that the party is another organisation, which this writer may read. */
export async function checkParty(ctx: Ctx, id: number | null, ogId: number, path = 'on_behalf_of'): Promise<void> {
  if (id === null) return
  if (id === ogId) throw fieldError(path, 'own_party')
  if (!(await lockOgsForShare(ctx, [id])).has(id)) throw fieldError(path, 'no_such_og')
}

/** The party of a membership after a change; one that the writer may not read stays, whatever the request contains. */
export async function partyAfter(
  ctx: Ctx,
  before: { og_id: number; on_behalf_of: number | null },
  wanted: number | null | undefined,
): Promise<number | null> {
  if (wanted === undefined || wanted === before.on_behalf_of) return before.on_behalf_of
  await checkParty(ctx, wanted, before.og_id)
  if (wanted !== null || before.on_behalf_of === null) return wanted
  const isSeen = (await lockOgsForShare(ctx, [before.on_behalf_of])).has(before.on_behalf_of)
  return isSeen ? null : before.on_behalf_of
}
