import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { editors, ogReaders } from './role.ts'
import {
  engName,
  Id,
  IdParams,
  listQuery,
  Nothing,
  OgRef,
  PartialDate,
  PathId,
  pageOf,
  Repeated,
  Text,
} from './wire.ts'

const membershipWriteFields = {
  role: z.optional(z.nullable(Text(200))),
  start_time: z.optional(z.nullable(PartialDate)),
  end_time: z.optional(z.nullable(PartialDate)),
  /** The constituency or place it applies to. */
  area: z.optional(z.nullable(Text(200))),
  /** The term of the parliament or board, by name. */
  term: z.optional(z.nullable(Text(200))),
  /** The organisation that the person represents there, for example a political party. */
  on_behalf_of: z.optional(z.nullable(Id)),
}
/** The same in replies; a party that the reader may not read is left out. */
const membershipFields = {
  role: z.nullable(z.string()),
  start_time: z.nullable(z.string()),
  end_time: z.nullable(z.string()),
  area: z.nullable(z.string()),
  term: z.nullable(z.string()),
  on_behalf_of: z.nullable(OgRef),
}

/** A membership as written into a person; with `id`, an existing membership of the person. */
export const NewPersonMembership = z.strictObject({ id: z.optional(Id), og_id: Id, ...membershipWriteFields })
export type NewPersonMembership = z.output<typeof NewPersonMembership>

/** A membership as seen from its person. */
export const PersonMembership = z.strictObject({
  id: Id,
  og_id: Id,
  og_name: z.string(),
  og_eng_name: engName.eng_name,
  ...membershipFields,
})
export type PersonMembership = z.output<typeof PersonMembership>

/** A membership with both ends; visible only to users who may read both. */
export const Membership = z.strictObject({
  id: Id,
  person_id: Id,
  person_name: z.string(),
  person_icon: z.nullable(z.string()),
  person_position: z.nullable(z.string()),
  is_focus: z.boolean(),
  og_id: Id,
  og_name: z.string(),
  og_eng_name: engName.eng_name,
  og_icon: z.nullable(z.string()),
  ...membershipFields,
  /** A user who may change either end may change the membership. */
  can: z.array(z.enum(['update', 'delete'])),
})
export type Membership = z.output<typeof Membership>

export const listMemberships = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/membership',
  roles: ogReaders,
  summary: 'Memberships by organisation or person',
  query: z.strictObject({
    ...listQuery(['start_time', 'person_name', 'og_name']),
    og: z.optional(Repeated(PathId)),
    person: z.optional(Repeated(PathId)),
  }),
  reply: pageOf(Membership),
  errors: ['invalid'],
})

export const createMembership = endpoint({
  method: 'POST',
  path: '/v1/membership',
  roles: editors,
  bound: 'write',
  summary: 'Create a membership of a person in an organisation',
  body: z.strictObject({ person_id: Id, og_id: Id, ...membershipWriteFields }),
  reply: Membership,
  errors: ['invalid', 'forbidden', 'duplicate'],
})

export const updateMembership = endpoint({
  method: 'PUT',
  path: '/v1/membership/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Change the details of a membership; absent fields do not change, null clears',
  params: IdParams,
  body: z.strictObject(membershipWriteFields),
  reply: Membership,
  errors: ['invalid', 'not_found', 'forbidden', 'duplicate'],
})

export const deleteMembership = endpoint({
  method: 'DELETE',
  path: '/v1/membership/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Remove a membership of a person in an organisation',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden'],
})
