import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { UserRole } from './user.api.ts'
import { Id, IdParams, Instant, Nothing, PathId, Required } from './wire.ts'

/** Begins every SCIM credential, so that leaked ones are recognised; other endpoints accept none of them. */
export const scimPrefix = 'ogs_'

/** The most SCIM credentials of one identity provider. */
export const scimCredentialsAtMost = 10

/** A credential with which an identity provider provisions users and groups, without its secret. */
export const ScimCredential = z.strictObject({
  id: Id,
  name: z.string(),
  /** The last four characters of the secret. */
  hint: z.string(),
  /** The role of users who are created with it. */
  new_role: UserRole,
  created_at: Instant,
  last_used_at: z.nullable(Instant),
})
export type ScimCredential = z.output<typeof ScimCredential>

export const NewScimCredential = z.strictObject({ name: Required(60), new_role: UserRole })
export type NewScimCredential = z.output<typeof NewScimCredential>

export const listScimCredentials = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/identity_provider/{id}/scim',
  roles: admins,
  scope: 'session',
  summary: 'SCIM credentials of an identity provider, without their secrets, and the address to enter there',
  params: IdParams,
  reply: z.strictObject({ items: z.array(ScimCredential), address: z.string(), users: z.int(), groups: z.int() }),
  errors: ['not_found'],
})

export const createScimCredential = endpoint({
  method: 'POST',
  path: '/v1/identity_provider/{id}/scim',
  roles: admins,
  scope: 'session',
  bound: 'write',
  confirm: true,
  summary: 'Create a SCIM credential of an identity provider; its secret is shown only in this reply',
  params: IdParams,
  body: NewScimCredential,
  reply: z.strictObject({ credential: ScimCredential, secret: z.string() }),
  errors: ['invalid', 'not_found', 'wrong_state'],
})

export const deleteScimCredential = endpoint({
  method: 'DELETE',
  path: '/v1/identity_provider/{id}/scim/{credential_id}',
  roles: admins,
  scope: 'session',
  bound: 'write',
  confirm: true,
  summary: 'Revoke a SCIM credential; it is refused at once',
  params: z.strictObject({ id: PathId, credential_id: PathId }),
  reply: Nothing,
  errors: ['not_found'],
})
