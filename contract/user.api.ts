import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { IconValue } from './icon.api.ts'
import { admins, everyRole, ogReaders, roles } from './role.ts'
import { Id, IdParams, Instant, listQuery, matches, Nothing, PathId, pageOf, Repeated, Rev, Text } from './wire.ts'

export const UserRole = z.enum(roles)
export const userStatuses = ['active', 'disabled'] as const
export const UserStatus = z.enum(userStatuses)

/** Letters, digits, dot, dash, underscore or CJK; compared without case and width. */
export const Username = z
  .string()
  .check(z.trim(), z.normalize('NFKC'), z.minLength(2), z.maxLength(40), matches(/^[\p{L}\p{N}._-]+$/u, 'username'))

/**
 * The upper limit keeps hashing cheap; strength is checked separately (`server/features/user/password-strength.ts`).
 */
export const Password = z.string().check(z.minLength(8), z.maxLength(200))

export const Email = z.union([z.literal(''), z.email().check(z.maxLength(200))])
export const Phone = z.string().check(z.trim(), z.maxLength(40), matches(/^[0-9+()\-\s.]*$/, 'phone'))

export const User = z.strictObject({
  id: Id,
  rev: z.int(),
  username: z.string(),
  name: z.string(),
  avatar: z.nullable(z.string()),
  desc: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The role that applies: the highest of the own role and those of the groups. */
  role: UserRole,
  own_role: UserRole,
  groups: z.array(Id),
  status: UserStatus,
  /** A program without a password, which acts with access tokens. */
  is_service: z.boolean(),
  /** The person responsible for a service account. */
  keeper: z.nullable(Id),
  created_at: Instant,
  updated_at: Instant,
  last_seen_at: z.nullable(Instant),
})
export type User = z.output<typeof User>

const profile = {
  name: Text(60),
  avatar: z.nullable(IconValue),
  desc: Text(200),
  email: Email,
  phone: Phone,
}

export const NewUser = z.strictObject({
  username: Username,
  /** Required, except for a service account, which has none. */
  password: z.optional(Password),
  is_service: z.optional(z.boolean()),
  keeper: z.optional(z.nullable(Id)),
  role: UserRole,
  status: z.optional(UserStatus),
  name: z.optional(profile.name),
  avatar: z.optional(profile.avatar),
  desc: z.optional(profile.desc),
  email: z.optional(profile.email),
  phone: z.optional(profile.phone),
})

export const UserPatch = z.partial(
  z.strictObject({
    ...profile,
    username: Username,
    password: Password,
    role: UserRole,
    status: UserStatus,
    keeper: z.nullable(Id),
    rev: Rev,
  }),
)

export const ProfilePatch = z.strictObject({
  name: z.optional(profile.name),
  avatar: z.optional(profile.avatar),
  desc: z.optional(profile.desc),
  email: z.optional(profile.email),
  phone: z.optional(profile.phone),
  old_password: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  password: z.optional(Password),
  rev: Rev,
})

export const UserQuery = z.strictObject({
  ...listQuery(['username', 'role', 'status', 'created_at', 'updated_at', 'last_seen_at']),
  role: z.optional(Repeated(UserRole)),
  status: z.optional(Repeated(UserStatus)),
})

export const createUser = endpoint({
  method: 'POST',
  path: '/v1/user',
  roles: admins,
  scope: 'session',
  bound: 'write',
  confirm: true,
  summary: 'Create a user',
  body: NewUser,
  reply: User,
  errors: ['invalid', 'duplicate'],
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/v1/user/{id}',
  roles: everyRole,
  scope: 'session',
  bound: 'login',
  summary:
    'Change one’s own profile; a new password or e-mail needs the current password; a new password ends other sessions, feeds and tickets',
  params: IdParams,
  body: ProfilePatch,
  reply: User,
  errors: ['invalid', 'not_found', 'stale', 'too_many_logins'],
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/v1/admin/user/{id}',
  roles: admins,
  scope: 'session',
  bound: 'write',
  confirm: true,
  summary: 'Change any field of a user',
  params: IdParams,
  body: UserPatch,
  reply: User,
  errors: ['invalid', 'not_found', 'stale', 'duplicate', 'last_admin'],
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/v1/user/{id}',
  roles: admins,
  scope: 'session',
  bound: 'write',
  confirm: true,
  summary:
    'Delete a user; their records are transferred to the user in `heir`, which is required only if there are any',
  params: IdParams,
  query: z.strictObject({ heir: z.optional(IdParams.shape.id) }),
  reply: Nothing,
  errors: ['invalid', 'not_found', 'last_admin', 'has_records'],
})

export const listUsers = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/user',
  roles: admins,
  summary: 'Users',
  query: UserQuery,
  reply: pageOf(User),
  errors: ['invalid'],
})

export const getUser = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/user/{id}',
  roles: admins,
  summary: 'One user',
  params: IdParams,
  reply: User,
  errors: ['not_found'],
})

export const VisibleUser = z.strictObject({
  id: Id,
  username: z.string(),
  name: z.string(),
  avatar: z.nullable(z.string()),
})
export type VisibleUser = z.output<typeof VisibleUser>

export const visibleUsers = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/visible_user',
  roles: ogReaders,
  summary: 'Users who can be added to access lists',
  reply: z.array(VisibleUser),
})

/** A session as its owner or an administrator sees it; never its token. */
export const SessionRow = z.strictObject({
  id: Id,
  created_at: Instant,
  last_seen_at: Instant,
  address: z.string(),
  user_agent: z.string(),
  is_current: z.boolean(),
})
export type SessionRow = z.output<typeof SessionRow>

export const listSessions = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/user/{id}/session',
  roles: everyRole,
  scope: 'session',
  summary: 'The requester’s own active sessions; for administrators, those of any user',
  params: IdParams,
  reply: z.array(SessionRow),
  errors: ['not_found'],
})

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/v1/user/{id}/session',
  roles: everyRole,
  scope: 'session',
  bound: 'write',
  summary: 'End all sessions except the current one, or the one named',
  params: IdParams,
  query: z.strictObject({ session: z.optional(IdParams.shape.id) }),
  reply: z.strictObject({ ended: z.int() }),
  errors: ['not_found', 'invalid'],
})

/** A calendar feed as an administrator sees it; never its address or its filter. */
export const UserFeed = z.strictObject({
  id: Id,
  name: z.string(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
})
export type UserFeed = z.output<typeof UserFeed>

export const listUserFeeds = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/user/{id}/feed',
  roles: everyRole,
  scope: 'session',
  summary: 'The requester’s own calendar feeds; for administrators, those of any user',
  params: IdParams,
  reply: z.array(UserFeed),
  errors: ['not_found'],
})

export const endUserFeed = endpoint({
  method: 'DELETE',
  path: '/v1/user/{id}/feed/{feed_id}',
  roles: everyRole,
  scope: 'session',
  bound: 'write',
  summary: 'Revoke one’s own calendar feed; administrators can revoke any',
  params: z.strictObject({ id: PathId, feed_id: PathId }),
  reply: Nothing,
  errors: ['not_found'],
})

export const endAccess = endpoint({
  method: 'DELETE',
  path: '/v1/user/{id}/access',
  roles: everyRole,
  scope: 'session',
  bound: 'write',
  summary: 'Revoke all sessions of a user except the current one, all calendar feeds and all download tickets',
  params: IdParams,
  reply: z.strictObject({ sessions: z.int(), feeds: z.int() }),
  errors: ['not_found'],
})
