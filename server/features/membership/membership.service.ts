import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/membership.api.ts'
import type { Membership, PersonMembership } from '#contract/membership.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { type AccessColumns, may } from '#server/core/access.ts'
import { changesOf, writeHistory } from '#server/core/history.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import { personPolicy } from '#server/features/person/person.policy.ts'
import { lockPersons, touchPersons } from '#server/features/relation/relation.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { findFull, findMembershipPage, type MembershipQuery, type MembershipWithEnds } from './list.queries.ts'
import {
  findOne,
  findReadableMemberships,
  findSame,
  insertMemberships,
  type LockedOg,
  lockOgsForShare,
  type MembershipRow,
  removeMemberships,
} from './membership.queries.ts'
import { checkParty, partyAfter, rowOf } from './party.ts'
import { changeWithMemberHistory, plainMembership, replaceMemberships } from './replace.ts'

/** Memberships of these persons in organisations that this reader may read. */
export async function readMembershipsOf(
  ctx: Ctx,
  personIds: readonly number[],
): Promise<Map<number, PersonMembership[]>> {
  const rows = Map.groupBy(await findReadableMemberships(ctx, personIds), row => row.person_id)
  return new Map([...rows].map(([id, seen]) => [id, seen.map(({ person_id: _, party_id: __, ...row }) => row)]))
}

/** A user who may change either end may change the membership. */
function mayChange(ctx: Ctx, person: AccessColumns, og: AccessColumns): boolean {
  return may(personPolicy, ctx.actor, 'update', person) || may(ogPolicy, ctx.actor, 'update', og)
}

function toDto(ctx: Ctx, { person, og, ...row }: MembershipWithEnds): Membership {
  return { ...row, can: mayChange(ctx, person, og) ? ['update', 'delete'] : [] }
}

export async function listMemberships(ctx: Ctx, query: MembershipQuery): Promise<ListPage<Membership>> {
  const { items, total } = await findMembershipPage(ctx, query)
  return { items: items.map(row => toDto(ctx, row)), total, current: query.current, pageSize: query.pageSize }
}

async function readOne(ctx: Ctx, id: number): Promise<Membership> {
  const row = await findFull(ctx, id)
  if (!row) throw new AppError('not_found')
  return toDto(ctx, row)
}

/** Both ends if this reader may read them; the person is locked, and the organisation is protected from changes. */
async function lockEnds(ctx: Ctx, ends: { person_id: number; og_id: number }) {
  const person = (await lockPersons(ctx, [ends.person_id])).get(ends.person_id)
  const og = (await lockOgsForShare(ctx, [ends.og_id])).get(ends.og_id)
  return { person, og }
}

/** Runs a change of one membership: a new revision of the person, and an entry in the history of both. */
async function recording<T>(ctx: Ctx, personId: number, og: LockedOg, work: () => Promise<T>): Promise<T> {
  const { result, before, after } = await changeWithMemberHistory(ctx, personId, [og], work)
  const changes = changesOf(['memberships'], { memberships: before }, { memberships: after })
  if (changes.length === 0) return result
  const rev = (await touchPersons(ctx, [{ id: personId, changes }])).get(personId) ?? 0
  await writeHistory(ctx, 'person', 'update', [{ id: personId, rev, changes }])
  return result
}

/** A second membership with the same key is refused with the existing one, so that the client can name it. */
async function refuseSame(ctx: Ctx, row: Parameters<typeof findSame>[1]): Promise<void> {
  const same = await findSame(ctx, row)
  if (same === undefined) return
  const data = await readOne(ctx, same)
  const value = [data.person_name, data.og_name, data.role, data.start_time].filter(Boolean).join(', ')
  throw new AppError('duplicate', { value }, { data })
}

export function createMembership(
  ctx: Ctx,
  body: Received<typeof contract.createMembership>['body'],
): Promise<Membership> {
  return inTransaction(ctx, async ctx => {
    const { person, og } = await lockEnds(ctx, body)
    if (!person) throw fieldError('person_id', 'no_such_person')
    if (!og) throw fieldError('og_id', 'no_such_og')
    if (!mayChange(ctx, person, og)) throw new AppError('forbidden_record')
    const { person_id, og_id } = body
    await checkParty(ctx, body.on_behalf_of ?? null, og_id)
    const row = { person_id, og_id, ...rowOf(body) }
    await refuseSame(ctx, row)
    const [id] = await recording(ctx, person_id, og, () => insertMemberships(ctx, [row]))
    return await readOne(ctx, id!)
  })
}

/** Locks the ends and returns the membership if it may be changed; if either end is unreadable, it is not found. */
async function lockOne(ctx: Ctx, id: number): Promise<{ row: MembershipRow; og: LockedOg }> {
  const found = await findOne(ctx, id)
  const { person, og } = found ? await lockEnds(ctx, found) : {}
  // Reads again under the lock: it may have been deleted or changed while this call waited.
  const row = await findOne(ctx, id)
  if (!row || !person || !og || row.og_id !== og.id) throw new AppError('not_found')
  if (!mayChange(ctx, person, og)) throw new AppError('forbidden_record')
  return { row, og }
}

/** Absent fields stay unchanged. */
const definedFields = (patch: object) =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))

export function updateMembership(
  ctx: Ctx,
  id: number,
  patch: Received<typeof contract.updateMembership>['body'],
): Promise<Membership> {
  return inTransaction(ctx, async ctx => {
    const { row, og } = await lockOne(ctx, id)
    const on_behalf_of = await partyAfter(ctx, row, patch.on_behalf_of)
    const changed = { ...row, ...rowOf({ ...row, ...definedFields(patch), on_behalf_of }) }
    await refuseSame(ctx, changed)
    await recording(ctx, row.person_id, og, async () => {
      await removeMemberships(ctx, [id])
      await insertMemberships(ctx, [changed])
    })
    return await readOne(ctx, id)
  })
}

export function deleteMembership(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const { row, og } = await lockOne(ctx, id)
    await recording(ctx, row.person_id, og, () => removeMemberships(ctx, [id]))
    return null
  })
}

export { addMembershipsAtOnce } from './bulk.ts'
/**
 * Used by the person feature: a membership in the form of histories, and the replacement of all memberships of a person
 * within its transaction.
 */
export { plainMembership, replaceMemberships }
