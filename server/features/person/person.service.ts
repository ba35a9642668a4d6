import { reconcileContacts } from '#contract/contact-field.ts'
import type { Received } from '#contract/endpoint.ts'
import { emptyOf } from '#contract/field.ts'
import type * as contract from '#contract/person.api.ts'
import {
  type NewPerson,
  type Person,
  type PersonFilter,
  type PersonItem,
  type PersonPatch,
  type PersonQuery,
  personSchema,
} from '#contract/person.api.ts'
import { aliasNotesAfter } from '#server/core/alias.ts'
import type { FieldChange } from '#server/core/history.ts'
import {
  createRecord,
  deleteRecord,
  getRecord,
  listRecordHistory,
  listRecords,
  type RecordServiceOptions,
  restoreRecord,
  restoreRecordValue,
  updateRecord,
} from '#server/core/record.service.ts'
import { customAfter } from '#server/features/custom_field/custom_field.service.ts'
import { listEventSummaries } from '#server/features/event/event.service.ts'
import {
  plainMembership,
  readMembershipsOf,
  replaceMemberships,
} from '#server/features/membership/membership.service.ts'
import { hideLinks, lockAround, readRelationsOf, replaceRelations } from '#server/features/relation/relation.service.ts'
import { auditSeldom } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { normaliseIcon } from '#server/platform/files/image.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { countPersons } from './dashboard.queries.ts'
import { diesFirst, genderOf } from './life.ts'
import { countLabels, filterPersons } from './list.queries.ts'
import { type PersonRow, type PersonValues, personTable } from './person.queries.ts'

type WithAllowedActs = Pick<Person, 'can'>

const readAgainAfterMs = 600_000

const persons: RecordServiceOptions<PersonRow, PersonFilter, PersonItem, Person> = {
  table: personTable,
  items: async (ctx, rows) => (await withMemberships(ctx, rows)).map(toListItem),
  full: async (ctx, rows) => {
    const ids = rows.map(row => row.id)
    const [known, relations] = await Promise.all([withMemberships(ctx, rows), readRelationsOf(ctx, ids)])
    return known.map(row => ({ ...row, relations: relations.get(row.id) ?? [] }))
  },
  columns,
  link,
  hide: hideLinks,
  empty: { ...emptyOf(personSchema), memberships: [], relations: [] },
}

/** Removes the fields that only the record’s own page shows. */
const toListItem = ({
  desc: _,
  education: __,
  alias_notes: ___,
  identifiers: ____,
  contacts: _____,
  ...item
}: PersonItem & Omit<Person, 'relations'>) => item

async function withMemberships(ctx: Ctx, rows: readonly (PersonRow & WithAllowedActs)[]) {
  const memberships = await readMembershipsOf(
    ctx,
    rows.map(row => row.id),
  )
  return rows.map(row => {
    const own = memberships.get(row.id) ?? []
    return { ...row, ogs: [...new Set(own.map(membership => membership.og_id))], memberships: own }
  })
}

type Input = Partial<NewPerson>

async function columns(ctx: Ctx, input: Input, before: PersonRow | undefined): Promise<PersonValues> {
  const { ogs: _ogs, memberships: _memberships, relations: _relations, ...given } = input
  const values = reconcileContacts(personSchema, given, before)
  const custom = await customAfter(ctx, 'person', input.custom, before?.custom)
  const { birth_time = before?.birth_time, death_time = before?.death_time } = values
  const isChecked = values.birth_time !== undefined || values.death_time !== undefined
  if (isChecked && diesFirst(birth_time, death_time)) throw fieldError('death_time', 'death_order')
  return {
    ...values,
    ...aliasNotesAfter(values, before),
    ...custom,
    ...(values.icon && { icon: await normaliseIcon(ctx.actor.id ?? 0, values.icon) }),
  }
}

/** Replaces memberships, given in full or as a plain list of organisations, and relations. */
async function link(ctx: Ctx, { id }: { id: number }, input: Input): Promise<FieldChange[]> {
  const memberships = input.memberships ?? (input.ogs && (await membershipsOf(ctx, id, input.ogs)))
  const changes: FieldChange[] = []
  if (memberships) {
    const { before, after } = await replaceMemberships(ctx, id, memberships)
    changes.push({ field: 'memberships', from: before, to: after })
  }
  if (input.relations) {
    const { before, after } = await replaceRelations(ctx, id, input.relations)
    changes.push({ field: 'relations', from: before, to: after })
  }
  return changes.filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

/** A plain list retains existing memberships with their roles and dates, and adds the others without. */
async function membershipsOf(ctx: Ctx, id: number, ogs: readonly number[]) {
  const own = (await readMembershipsOf(ctx, [id])).get(id) ?? []
  const kept = own
    .filter(membership => ogs.includes(membership.og_id))
    .map(membership => ({ id: membership.id, ...plainMembership(membership) }))
  const added = ogs.filter(og => !own.some(membership => membership.og_id === og))
  return [...kept, ...added.map(og_id => ({ og_id }))]
}

/** Used by profiles: how the fields are written. */
export { personExport } from './export.ts'

export const listPersons = (ctx: Ctx, query: PersonQuery) => listRecords(ctx, persons, query)
export const getPerson = (ctx: Ctx, id: number) => getRecord(ctx, persons, id)

/**
 * Records the read of a focus person in the audit log, at most once in ten minutes, because a screen repeats the
 * request.
 */
export async function readPerson(ctx: Ctx, id: number): Promise<Person> {
  const person = await getPerson(ctx, id)
  if (person.is_focus) await auditSeldom(ctx, { act: 'read', noun: 'person', recordId: id }, readAgainAfterMs)
  return person
}

export const createPerson = (ctx: Ctx, input: NewPerson) => createRecord(ctx, persons, input)
export const deletePerson = (ctx: Ctx, id: number) => deleteRecord(ctx, persons, id)
export const restorePerson = (ctx: Ctx, id: number) => restoreRecord(ctx, persons, id)

export function updatePerson(ctx: Ctx, id: number, { rev, ...patch }: PersonPatch): Promise<Person> {
  const { relations } = patch
  if (!relations) return updateRecord(ctx, persons, id, rev, patch)
  return inTransaction(ctx, async ctx => {
    await lockAround(ctx, id, relations)
    return await updateRecord(ctx, persons, id, rev, patch)
  })
}

export function listPersonHistory(ctx: Ctx, id: number, query: { current: number; pageSize: number }) {
  return listRecordHistory(ctx, persons, id, query)
}

export function restorePersonValue(
  ctx: Ctx,
  input: Pick<Received<typeof contract.restorePersonValue>, 'params' | 'body'>,
) {
  return restoreRecordValue(ctx, persons, input)
}

/** The events of a person; throws not found for an unreadable person. */
export async function listPersonEvents(
  ctx: Ctx,
  id: number,
  { current, pageSize, sort }: Received<typeof contract.personEvent>['query'],
) {
  await getPerson(ctx, id)
  return await listEventSummaries(ctx, { person: [id] }, { current, pageSize, sort })
}

export async function listPersonLabels(ctx: Ctx, keyword: string | undefined) {
  return { items: await countLabels(ctx, keyword) }
}

/** Used by other features: readable records of a filter. */
export { countPersons, diesFirst, filterPersons, genderOf }
