import * as z from 'zod/mini'
import { provenanceFields } from './claim.api.ts'
import { endpoint } from './endpoint.ts'
import { personSchema } from './entities/person.schema.ts'
import { EventSummary } from './event-view.api.ts'
import * as field from './field.ts'
import { NewPersonMembership, PersonMembership } from './membership.api.ts'
import { CustomFieldName, CustomFilter, RegionFilter } from './record.ts'
import { bulkEndpoint, recordEndpoints, restoreValueEndpoint } from './record-endpoints.ts'
import { NewRelation, Relation } from './relation.api.ts'
import { editors, ogReaders } from './role.ts'
import {
  Id,
  IdList,
  IdParams,
  listQuery,
  PathId,
  pageOf,
  QueryBool,
  QueryRating,
  Repeated,
  Required,
  Rev,
  recordFields,
  Text,
} from './wire.ts'

export { Education, personSchema } from './entities/person.schema.ts'

/** Links. A given list replaces the links that the writer can see; links that the writer cannot see stay. */
const links = {
  /** Memberships with role and dates; one with an `id` updates that link. */
  memberships: z.array(NewPersonMembership).check(z.maxLength(1000)),
  relations: z.array(NewRelation).check(z.maxLength(1000)),
}
const personWriteFields = field.writeShape(personSchema)
const writable = { ...personWriteFields, ...links }

/** The simple form of `memberships`: if given without them, missing links are created and others removed. */
const ogs = z.optional(IdList)

/** Labels of the links, shown next to those of the fields. */
export const personLinkWords = {
  ogs: field.bilingual('所属组织', 'Organisations'),
  memberships: field.bilingual('所属组织', 'Organisations'),
  relations: field.bilingual('人物关系', 'Relations'),
} as const

const { alias_notes, desc, education, identifiers, contacts, ...listed } = field.readShape(personSchema)
const personReadFields = {
  ...recordFields,
  ...listed,
  /** Organisations the person belongs to, each once. */
  ogs: z.array(Id),
  memberships: z.array(PersonMembership),
}

/** A person as lists show it. */
export const PersonItem = z.strictObject(personReadFields)
export type PersonItem = z.output<typeof PersonItem>

export const Person = z.strictObject({
  ...personReadFields,
  alias_notes,
  desc,
  education,
  identifiers,
  contacts,
  relations: z.array(Relation),
})
export type Person = z.output<typeof Person>

export const NewPerson = z.extend(z.partial(z.strictObject(writable)), { name: writable.name, ogs })
export type NewPerson = z.output<typeof NewPerson>

export const PersonPatch = z.extend(z.partial(z.strictObject(writable)), { ogs, rev: Rev })
export type PersonPatch = z.output<typeof PersonPatch>

/** The same with the source of the values. */
export const NewPersonWithProvenance = z.extend(NewPerson, provenanceFields)
export const PersonPatchWithProvenance = z.extend(PersonPatch, provenanceFields)

/** Fields stored in the record's own columns. */
export const personOwnFields = field.writtenOf(personSchema)
export type PersonOwnField = keyof typeof personWriteFields
/** Names of the writable fields; history, import and the form's comparison iterate over them. */
export const personFields = Object.keys(writable) as (keyof typeof writable)[]
export type PersonField = keyof typeof writable

export const personSortable = ['updated_at', 'created_at', 'name', 'score', 'is_focus'] as const

const filter = {
  keyword: z.optional(Text(200)),
  id: z.optional(Repeated(PathId)),
  is_focus: z.optional(QueryBool),
  region: z.optional(Repeated(RegionFilter)),
  label: z.optional(Repeated(Required(60))),
  /** Members of one of these organisations. */
  og: z.optional(Repeated(PathId)),
  score_min: z.optional(QueryRating),
  score_max: z.optional(QueryRating),
  owner: z.optional(Repeated(PathId)),
  custom: z.optional(CustomFilter),
  /** Persons with names of organisations that are not linked yet. */
  has_og_names: z.optional(QueryBool),
  restricted: z.optional(QueryBool),
  trash: z.optional(QueryBool),
}

export const PersonFilter = z.strictObject(filter)
export type PersonFilter = z.output<typeof PersonFilter>
export const PersonQuery = z.strictObject({ ...listQuery(personSortable), ...filter })
export type PersonQuery = z.output<typeof PersonQuery>

export const listPersons = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/person',
  roles: ogReaders,
  summary: 'Persons; by default focus persons first, then the most recently changed',
  query: PersonQuery,
  reply: pageOf(PersonItem),
  errors: ['invalid'],
})

const names = { path: '/v1/person', one: 'a person', many: 'persons' }
const roles = { read: ogReaders, write: editors }

export const {
  remove: deletePerson,
  restore: restorePerson,
  history: listPersonHistory,
} = recordEndpoints(names, roles, Person)

export const restorePersonValue = restoreValueEndpoint(
  names,
  roles,
  z.union([z.enum(personFields as [PersonField, ...PersonField[]]), CustomFieldName]),
  Person,
)

export const bulkPerson = bulkEndpoint(
  names,
  roles,
  PersonFilter,
  z.strictObject({
    is_focus: personWriteFields.is_focus,
    score: personWriteFields.score,
    region: personWriteFields.region,
    read_user: personWriteFields.read_user,
    write_user: personWriteFields.write_user,
    read_group: personWriteFields.read_group,
    write_group: personWriteFields.write_group,
    /** Added to, or removed from, the labels of each person. */
    add_labels: personWriteFields.labels,
    remove_labels: personWriteFields.labels,
  }),
)

export const getPerson = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/person/{id}',
  roles: ogReaders,
  summary: 'One person with their memberships and relations',
  params: IdParams,
  reply: Person,
  errors: ['not_found'],
})

export const personEvent = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/person/event/{id}',
  roles: ogReaders,
  summary: 'Events of a person, latest first',
  params: IdParams,
  query: z.strictObject(listQuery(['start_time'])),
  reply: pageOf(EventSummary),
  errors: ['invalid', 'not_found'],
})

export const createPerson = endpoint({
  method: 'POST',
  path: '/v1/person',
  roles: editors,
  bound: 'write',
  summary: 'Create a person; the creator is the owner',
  body: NewPersonWithProvenance,
  reply: Person,
  errors: ['invalid'],
})

export const updatePerson = endpoint({
  method: 'PUT',
  path: '/v1/person/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Change a person; absent fields do not change, null clears',
  params: IdParams,
  body: PersonPatchWithProvenance,
  reply: Person,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const listPersonLabels = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/person/label',
  roles: ogReaders,
  summary: 'Labels in use on persons that the requester may read, most used first',
  query: z.strictObject({ keyword: z.optional(Text(60)) }),
  reply: z.strictObject({ items: z.array(z.strictObject({ label: z.string(), count: z.int() })) }),
  errors: ['invalid'],
})

/** How a name was matched with an organisation. */
export const nameMatches = ['exact', 'alias', 'suggested'] as const
export const OgSuggestion = z.strictObject({ og_id: Id, og_name: z.string(), how: z.enum(nameMatches) })

export const listOgNames = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/person/og_name',
  roles: editors,
  summary: 'Organisation names in persons without a link, most frequent first, with candidate records',
  query: z.strictObject({
    ...listQuery(['count']),
    /** Only names that this person has, with all persons who have them. */
    person: z.optional(PathId),
  }),
  reply: pageOf(z.strictObject({ name: z.string(), count: z.int(), suggestions: z.array(OgSuggestion) })),
  errors: ['invalid'],
})

export const linkOgName = endpoint({
  method: 'POST',
  path: '/v1/person/og_name/link',
  roles: editors,
  bound: 'write',
  summary: 'Convert an organisation name in persons into memberships, for every person that the requester may change',
  body: z.strictObject({ name: Required(300), og_id: Id }),
  reply: z.strictObject({ done: z.int(), refused: z.int() }),
  errors: ['invalid', 'not_found'],
})
