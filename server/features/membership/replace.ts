import type { NewPersonMembership } from '#contract/membership.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/errors.ts'
import { writeHistory } from '#server/record/history.ts'
import {
  findAll,
  findSeen,
  insertMemberships,
  type KeptOg,
  keepOgs,
  type MembershipRow,
  removeMemberships,
  type Written,
} from './queries.ts'

/** A membership as a person's history keeps it. */
export type PlainMembership = Written & { og_id: number }
type WantedRow = Omit<MembershipRow, 'id'> & { id?: number }

export const keyOf = ({ og_id, role, start_time }: PlainMembership) => `${og_id} ${start_time ?? ''} ${role ?? ''}`
export const plain = ({ og_id, role, start_time, end_time }: PlainMembership): PlainMembership => ({
  og_id,
  role,
  start_time,
  end_time,
})

/** All memberships of a person, told as its history keeps them. */
export async function plainOf(ctx: Ctx, personId: number): Promise<PlainMembership[]> {
  return (await findAll(ctx, personId)).map(plain)
}

/** Carries out a change; each organisation whose members changed says so in its history, with the rev it has. */
export async function recordingMembers<T>(
  ctx: Ctx,
  personId: number,
  ogs: Iterable<KeptOg>,
  work: () => Promise<T>,
): Promise<{ result: T; before: PlainMembership[]; after: PlainMembership[] }> {
  const before = await plainOf(ctx, personId)
  const result = await work()
  const after = await plainOf(ctx, personId)
  const membersOf = (ogId: number, all: PlainMembership[]) =>
    all
      .filter(one => one.og_id === ogId)
      .map(({ role, start_time, end_time }) => ({ person_id: personId, role, start_time, end_time }))
  const entries = [...ogs].flatMap(({ id, rev }) => {
    const [from, to] = [membersOf(id, before), membersOf(id, after)]
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ id, rev, changes: [{ field: 'persons', from, to }] }]
  })
  await writeHistory(ctx, 'og', 'update', entries)
  return { result, before, after }
}

function rowsOf(personId: number, wanted: readonly NewPersonMembership[], known: ReadonlySet<number>): WantedRow[] {
  const seen = new Set<string>()
  const taken = new Set<number>()
  return wanted.map(({ id, og_id, role, start_time = null, end_time = null }, n) => {
    const row = { person_id: personId, og_id, role: role || null, start_time, end_time }
    if (seen.has(keyOf(row))) throw fieldError(`memberships.${n}.og_id`, 'link_repeated')
    seen.add(keyOf(row))
    // An id that is not among the person's links names none: what is wanted is then a new one.
    if (id === undefined || !known.has(id) || taken.has(id)) return row
    taken.add(id)
    return { ...row, id }
  })
}

/**
 * Makes the memberships of a person, which the caller has locked, those that are wanted; those in organisations that
 * the writer cannot read stay. The organisations get their history here; the person gets rev and history from the
 * caller, who is told all memberships before and after.
 */
export async function replaceMemberships(
  ctx: Ctx,
  personId: number,
  wanted: readonly NewPersonMembership[],
): Promise<{ before: PlainMembership[]; after: PlainMembership[] }> {
  const present = await findSeen(ctx, [personId])
  const byId = new Map(present.map(row => [row.id, row]))
  const rows = rowsOf(personId, wanted, new Set(byId.keys()))
  const named = new Set(rows.map(row => row.id))
  const byKey = new Map(present.filter(row => !named.has(row.id)).map(row => [keyOf(row), row]))
  const placed = rows.map(row => (row.id === undefined ? { ...row, id: byKey.get(keyOf(row))?.id } : row))
  const stays = (row: (typeof placed)[number]) => {
    const kept = row.id === undefined ? undefined : byId.get(row.id)
    return kept !== undefined && keyOf(kept) === keyOf(row) && kept.end_time === row.end_time
  }
  const fresh = placed.filter(row => !stays(row))
  const staying = new Set(placed.filter(stays).map(row => row.id))
  const gone = present.filter(row => !staying.has(row.id))

  const ogs = await keepOgs(ctx, [...new Set([...fresh, ...gone].map(row => row.og_id))])
  const stranger = placed.findIndex(row => fresh.includes(row) && !ogs.has(row.og_id))
  if (stranger >= 0) throw fieldError(`memberships.${stranger}.og_id`, 'no_such_og')
  const { before, after } = await recordingMembers(ctx, personId, ogs.values(), async () => {
    await removeMemberships(
      ctx,
      gone.map(row => row.id),
    )
    await insertMemberships(ctx, fresh)
  })
  return { before, after }
}
