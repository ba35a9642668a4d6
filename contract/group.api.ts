import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { admins, ogReaders } from './role.ts'
import { UserRole } from './user.api.ts'
import { Id, IdList, IdParams, Instant, listQuery, Nothing, pageOf, Required, Rev, Text } from './wire.ts'

/** A group of users: named on access lists like a user, and optionally with a role that its members have at least. */
export const Group = z.strictObject({
  id: Id,
  rev: z.int(),
  name: z.string(),
  desc: z.string(),
  /** Members have this role if it is higher than their own. */
  role: z.nullable(UserRole),
  /** Its editors review page differences of organisations that they may write, if `review_by_groups` is on. */
  reviews: z.boolean(),
  /** The id that an identity provider gave the group; null: the group is managed here. */
  external_id: z.nullable(z.string()),
  members: z.array(Id),
  created_at: Instant,
  updated_at: Instant,
})
export type Group = z.output<typeof Group>

const writable = {
  name: Required(100),
  desc: Text(500),
  role: z.nullable(UserRole),
  reviews: z.boolean(),
  /** Replaces all members. */
  members: IdList,
}

export const NewGroup = z.strictObject({
  name: writable.name,
  desc: z.optional(writable.desc),
  role: z.optional(writable.role),
  reviews: z.optional(writable.reviews),
  members: z.optional(writable.members),
})
export type NewGroup = z.output<typeof NewGroup>

export const GroupPatch = z.partial(z.strictObject({ ...writable, rev: Rev }))
export type GroupPatch = z.output<typeof GroupPatch>

export const GroupQuery = z.strictObject(listQuery(['name', 'created_at', 'updated_at']))

/** A group as users see it who can put it on access lists. */
export const VisibleGroup = z.strictObject({ id: Id, name: z.string(), members: z.array(Id) })
export type VisibleGroup = z.output<typeof VisibleGroup>

export const visibleGroups = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/visible_group',
  roles: ogReaders,
  summary: 'Groups that can be added to access lists, with their members',
  reply: z.array(VisibleGroup),
})

export const listGroups = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/group',
  roles: admins,
  summary: 'Groups of users',
  query: GroupQuery,
  reply: pageOf(Group),
  errors: ['invalid'],
})

export const getGroup = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/group/{id}',
  roles: admins,
  summary: 'One group of users',
  params: IdParams,
  reply: Group,
  errors: ['not_found'],
})

export const createGroup = endpoint({
  method: 'POST',
  path: '/v1/group',
  roles: admins,
  scope: 'session',
  bound: 'write',
  confirm: true,
  summary: 'Create a group of users',
  body: NewGroup,
  reply: Group,
  errors: ['invalid', 'duplicate'],
})

export const updateGroup = endpoint({
  method: 'PUT',
  path: '/v1/group/{id}',
  roles: admins,
  scope: 'session',
  bound: 'write',
  confirm: true,
  summary: 'Change a group; `members` replaces all members, who gain or lose access at once',
  params: IdParams,
  body: GroupPatch,
  reply: Group,
  errors: ['invalid', 'not_found', 'stale', 'duplicate', 'last_admin'],
})

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/v1/group/{id}',
  roles: admins,
  scope: 'session',
  bound: 'write',
  confirm: true,
  summary:
    'Delete a group; access lists that name only this group get the group in `heir`, which is required only if there are any',
  params: IdParams,
  query: z.strictObject({ heir: z.optional(IdParams.shape.id) }),
  reply: Nothing,
  errors: ['invalid', 'not_found', 'last_admin', 'only_group'],
})
