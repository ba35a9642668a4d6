import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { recordEntities } from './registry.ts'
import { editors, everyRole, roles } from './role.ts'
import { UserRole } from './user.api.ts'
import { Id, IdList, IdParams, Instant, Nothing, Required, Rev } from './wire.ts'

/** Lists with saved views. */
export const viewEntities = [...recordEntities, 'user', 'og_cate'] as const
export const ViewEntity = z.enum(viewEntities)

/** The list's query string (`region=CN&sort=-weight`) and its columns, as the list components write them. */
const ViewState = z.strictObject({
  search: z.string().check(z.maxLength(4000)),
  columns: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(100))),
})

/** Roles that may share a view; other roles have only private ones. */
export const viewSharers = editors
export const viewScopes = ['private', 'role', 'group', 'shared'] as const

export const View = z.strictObject({
  id: Id,
  rev: z.int(),
  noun: ViewEntity,
  name: z.string(),
  scope: z.enum(viewScopes),
  roles: z.array(UserRole),
  groups: z.array(Id),
  state: ViewState,
  owner: z.nullable(Id),
  can: z.array(z.enum(['update', 'delete'])),
  created_at: Instant,
  updated_at: Instant,
})
export type View = z.output<typeof View>

const writable = {
  name: Required(60),
  scope: z.enum(viewScopes),
  /** Roles that see it, if the scope is `role`. */
  roles: z.array(UserRole).check(z.maxLength(roles.length)),
  /** Groups whose members see it, if the scope is `group`. */
  groups: IdList,
  state: ViewState,
}

export const listViews = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/view',
  roles: everyRole,
  summary: 'Saved views of a list: one’s own, those of one’s role and groups, those shared with all',
  query: z.strictObject({ noun: ViewEntity }),
  reply: z.strictObject({ items: z.array(View) }),
  errors: ['invalid'],
})

export const createView = endpoint({
  method: 'POST',
  path: '/v1/view',
  roles: everyRole,
  bound: 'view',
  summary: 'Save a view',
  body: z.extend(z.partial(z.strictObject(writable)), { noun: ViewEntity, name: writable.name, state: writable.state }),
  reply: View,
  errors: ['invalid', 'forbidden', 'duplicate'],
})

export const updateView = endpoint({
  method: 'PUT',
  path: '/v1/view/{id}',
  roles: everyRole,
  bound: 'view',
  summary: 'Change one’s own saved view',
  params: IdParams,
  body: z.extend(z.partial(z.strictObject(writable)), { rev: Rev }),
  reply: View,
  errors: ['invalid', 'not_found', 'forbidden', 'stale', 'duplicate'],
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/v1/view/{id}',
  roles: everyRole,
  bound: 'write',
  summary: 'Delete one’s own saved view',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden'],
})
