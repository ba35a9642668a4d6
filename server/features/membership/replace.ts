import { isDeepStrictEqual } from 'node:util'
import type { NewPersonMembership } from '#contract/membership.api.ts'
import { writeHistory } from '#server/core/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import {
  findAll,
  findReadableMemberships,
  insertMemberships,
  type LockedOg,
  lockOgsForShare,
  type MembershipColumns,
  type MembershipRow,
  type ReadableMembership,
  removeMemberships,
} from './membership.queries.ts'
import { checkParty, rowOf } from './party.ts'

/** A membership in the form of a person’s history: columns added later are present only if they have a value. */
type PlainMembership = Pick<MembershipColumns, 'role' | 'start_time' | 'end_time'> & {
  og_id: number
} & Partial<MembershipColumns>
type WantedRow = Omit<MembershipRow, 'id'> & { id?: number }

type KeyedMembership = { og_id: number; role: string | null; start_time: string | null; term?: string | null }
export const membershipKey = ({ og_id, role, start_time, term }: KeyedMembership) =>
  JSON.stringify([og_id, start_time, role, term])

export function plainMembership(
  membership: Omit<MembershipColumns, 'on_behalf_of'> & { og_id: number; on_behalf_of: number | { id: number } | null },
): PlainMembership {
  const { og_id, role, start_time, end_time, area, term, on_behalf_of: party } = membership
  const on_behalf_of = typeof party === 'object' ? party?.id : party
  return {
    og_id,
    role,
    start_time,
    end_time,
    ...(area && { area }),
    ...(term && { term }),
    ...(on_behalf_of && { on_behalf_of }),
  }
}

/** All memberships of a person in the form of the history. */
async function findPlainMemberships(ctx: Ctx, personId: number): Promise<PlainMembership[]> {
  return (await findAll(ctx, personId)).map(plainMembership)
}

/** Runs a change and adds it to the history of each organisation whose members changed, with its current revision. */
export async function changeWithMemberHistory<T>(
  ctx: Ctx,
  personId: number,
  ogs: Iterable<LockedOg>,
  work: () => Promise<T>,
): Promise<{ result: T; before: PlainMembership[]; after: PlainMembership[] }> {
  const before = await findPlainMemberships(ctx, personId)
  const result = await work()
  const after = await findPlainMemberships(ctx, personId)
  const membersOf = (ogId: number, all: PlainMembership[]) =>
    all.filter(one => one.og_id === ogId).map(({ og_id: _, ...values }) => ({ person_id: personId, ...values }))
  const entries = [...ogs].flatMap(({ id, rev }) => {
    const [from, to] = [membersOf(id, before), membersOf(id, after)]
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ id, rev, changes: [{ field: 'persons', from, to }] }]
  })
  await writeHistory(ctx, 'og', 'update', entries)
  return { result, before, after }
}

function rowsOf(
  personId: number,
  wanted: readonly NewPersonMembership[],
  present: ReadonlyMap<number, ReadableMembership>,
): WantedRow[] {
  const seen = new Set<string>()
  const taken = new Set<number>()
  return wanted.map((given, n) => {
    // An unknown id is ignored: the membership is then a new one.
    const known = given.id === undefined || taken.has(given.id) ? undefined : present.get(given.id)
    const { area = known?.area, term = known?.term, on_behalf_of = known?.party_id } = given
    const row = { person_id: personId, og_id: given.og_id, ...rowOf({ ...given, area, term, on_behalf_of }) }
    if (seen.has(membershipKey(row))) throw fieldError(`memberships.${n}.og_id`, 'link_repeated')
    seen.add(membershipKey(row))
    if (!known) return row
    taken.add(known.id)
    return { ...row, id: known.id, on_behalf_of: row.on_behalf_of ?? hiddenParty(known) }
  })
}

/** A party that the writer may not read stays, whatever the request contains. */
const hiddenParty = ({ party_id, on_behalf_of }: ReadableMembership) => (on_behalf_of === null ? party_id : null)

/**
 * Replaces the memberships of a person, whom the caller has locked, by `wanted`; those in organisations that the writer
 * cannot read stay. The organisations get their history here. The caller writes revision and history of the person, and
 * gets all memberships before and after.
 */
export async function replaceMemberships(
  ctx: Ctx,
  personId: number,
  wanted: readonly NewPersonMembership[],
): Promise<{ before: PlainMembership[]; after: PlainMembership[] }> {
  const present = await findReadableMemberships(ctx, [personId])
  const byId = new Map(present.map(row => [row.id, row]))
  const rows = rowsOf(personId, wanted, byId)
  const statedIds = new Set(rows.map(row => row.id))
  const byKey = new Map(present.filter(row => !statedIds.has(row.id)).map(row => [membershipKey(row), row]))
  const merged = rows.map(row => {
    const equal = row.id === undefined ? byKey.get(membershipKey(row)) : undefined
    return equal ? { ...row, id: equal.id, on_behalf_of: row.on_behalf_of ?? hiddenParty(equal) } : row
  })
  const isUnchanged = (row: (typeof merged)[number]) => {
    const stored = row.id === undefined ? undefined : byId.get(row.id)
    return (
      stored !== undefined &&
      isDeepStrictEqual(plainMembership({ ...stored, on_behalf_of: stored.party_id }), plainMembership(row))
    )
  }
  const toInsert = merged.filter(row => !isUnchanged(row))
  const unchangedIds = new Set(merged.filter(isUnchanged).map(row => row.id))
  const toRemove = present.filter(row => !unchangedIds.has(row.id))

  const ogs = await lockOgsForShare(ctx, [...new Set([...toInsert, ...toRemove].map(row => row.og_id))])
  const unreadable = merged.findIndex(row => toInsert.includes(row) && !ogs.has(row.og_id))
  if (unreadable >= 0) throw fieldError(`memberships.${unreadable}.og_id`, 'no_such_og')
  for (const [n, row] of merged.entries())
    if (row.on_behalf_of !== byId.get(row.id ?? 0)?.party_id || row.on_behalf_of === row.og_id)
      await checkParty(ctx, row.on_behalf_of, row.og_id, `memberships.${n}.on_behalf_of`)
  const { before, after } = await changeWithMemberHistory(ctx, personId, ogs.values(), async () => {
    await removeMemberships(
      ctx,
      toRemove.map(row => row.id),
    )
    await insertMemberships(ctx, toInsert)
  })
  return { before, after }
}
