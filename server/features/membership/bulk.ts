import { may } from '#server/core/access.ts'
import { changesOf, type FieldChange, writeHistory } from '#server/core/history.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import { personPolicy } from '#server/features/person/person.policy.ts'
import { lockPersons, touchPersons } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findAllOf, insertMemberships, lockOgsForShare, type MembershipRow } from './membership.queries.ts'
import { membershipKey, plainMembership } from './replace.ts'

type NewMembership = Omit<MembershipRow, 'id'>
/** The outcome for one membership: its id and whether it is new, or the reason why it was not created. */
type MembershipResult = { id: number; is_new: boolean } | 'no_end' | 'forbidden'

/**
 * Creates many memberships in few statements, in the given order. Both ends must be readable and one of them writable;
 * the histories of both record them. An existing or repeated membership stays unchanged.
 */
export async function addMembershipsAtOnce(ctx: Ctx, given: readonly NewMembership[]): Promise<MembershipResult[]> {
  const wanted = await withParties(ctx, given)
  const persons = await lockPersons(ctx, [...new Set(wanted.map(row => row.person_id))])
  const ogs = await lockOgsForShare(ctx, [...new Set(wanted.map(row => row.og_id))])
  const present = await findAllOf(ctx, [...persons.keys()])
  const known = new Map(present.map(row => [`${row.person_id} ${membershipKey(row)}`, row.id]))
  const fresh = new Map<string, NewMembership>()
  for (const row of wanted) {
    const key = `${row.person_id} ${membershipKey(row)}`
    if (reasonAgainst(row) === undefined && !known.has(key) && !fresh.has(key)) fresh.set(key, row)
  }
  const rows = [...fresh.values()]
  const ids = await insertMemberships(ctx, rows)
  const made = new Map([...fresh.keys()].map((key, n) => [key, ids[n]!]))
  await record(rows)
  const first = new Set<string>()
  return wanted.map((row): MembershipResult => {
    const key = `${row.person_id} ${membershipKey(row)}`
    const id = made.get(key)
    if (id === undefined)
      return known.has(key) ? { id: known.get(key)!, is_new: false } : (reasonAgainst(row) ?? 'no_end')
    const is_new = !first.has(key)
    first.add(key)
    return { id, is_new }
  })

  function reasonAgainst({ person_id, og_id }: NewMembership): 'no_end' | 'forbidden' | undefined {
    const [person, og] = [persons.get(person_id), ogs.get(og_id)]
    if (!person || !og) return 'no_end'
    const mayOne = may(personPolicy, ctx.actor, 'update', person) || may(ogPolicy, ctx.actor, 'update', og)
    return mayOne ? undefined : 'forbidden'
  }

  /** Each person gets a history entry of their own, each organisation one for all new members. */
  async function record(rows: readonly NewMembership[]): Promise<void> {
    const before = Map.groupBy(present, row => row.person_id)
    const added = Map.groupBy(rows, row => row.person_id)
    const changed = [...added].map(([id, own]) => {
      const from = (before.get(id) ?? []).map(plainMembership)
      return {
        id,
        changes: changesOf(
          ['memberships'],
          { memberships: from },
          { memberships: [...from, ...own.map(plainMembership)] },
        ),
      }
    })
    const revs = await touchPersons(ctx, changed)
    await writeHistory(
      ctx,
      'person',
      'update',
      changed.map(({ id, changes }) => ({ id, rev: revs.get(id) ?? 0, changes })),
    )
    const entries = [...Map.groupBy(rows, row => row.og_id)].map(([id, members]) => {
      const ofThese = new Set(members.map(row => row.person_id))
      const from = present.filter(row => row.og_id === id && ofThese.has(row.person_id)).map(member)
      const change: FieldChange = { field: 'persons', from, to: [...from, ...members.map(member)] }
      return { id, rev: ogs.get(id)?.rev ?? 0, changes: [change] }
    })
    await writeHistory(ctx, 'og', 'update', entries)
  }
}

/** A party that the writer may not read, or that is the organisation itself, is dropped. */
async function withParties(ctx: Ctx, given: readonly NewMembership[]): Promise<NewMembership[]> {
  const ids = given.flatMap(({ on_behalf_of: id }) => (id === null ? [] : [id]))
  const there = await lockOgsForShare(ctx, [...new Set(ids)])
  return given.map(row => {
    const { on_behalf_of: id, og_id } = row
    return id !== null && there.has(id) && id !== og_id ? row : { ...row, on_behalf_of: null }
  })
}

function member(row: NewMembership) {
  const { og_id: _, ...values } = plainMembership(row)
  return { person_id: row.person_id, ...values }
}
