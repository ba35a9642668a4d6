import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ListMapping, ListSheet, layoutChoice, UnreadColumn } from './list-mapping.ts'
import { admins, editors } from './role.ts'
import {
  Id,
  IdParams,
  Instant,
  listQuery,
  Nothing,
  PathId,
  PathNumber,
  pageOf,
  Ref,
  Required,
  Rev,
  WebAddress,
} from './wire.ts'

/** The meaning of a list's entries. Only sanctions lists count for the 50 % rule. */
export const listKinds = ['sanctions', 'wanted', 'pep', 'adverse', 'own'] as const
export type ListKind = (typeof listKinds)[number]

/** How often a list is fetched from its address automatically. */
export const listEvery = ['never', 'day', 'week'] as const

/**
 * One load. `mapping`: the file is a table and waits for a user to map its columns. `held`: it would remove more than
 * half of the previous version's entries, or much of it cannot be read, and it waits for a confirmation. `same`: the
 * content equals the previous version. Only `done` creates a version; any other outcome leaves the previous version in
 * force.
 */
export const loadStates = ['loading', 'mapping', 'held', 'done', 'same', 'failed', 'cancelled'] as const

/** File formats from which a list is loaded, detected from their content. */
export const loadFormats = ['ftm', 'popolo', 'un_xml', 'ofac_csv', 'ofac_xml', 'eu_xml', 'table'] as const

export const ListVersion = z.strictObject({
  id: Id,
  /** Its number within the list, from 1; numbers of failed loads stay unused. */
  n: z.int(),
  state: z.enum(loadStates),
  file_name: z.string(),
  /** The address it was fetched from; null if a user uploaded it. */
  address: z.nullable(z.string()),
  /** In bytes; null while it is being fetched. */
  size: z.nullable(z.int()),
  /** Entries read so far, and how they differ from the previous version. */
  read: z.int(),
  entries: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  /** Entities of the file that are no party or cannot be loaded. */
  left_out: z.int(),
  /** The part of `left_out` that is no party, by schema. */
  left_kinds: z.record(z.string(), z.int()),
  /** The part of `left_out` that should be a party but cannot be loaded; entries of the previous version stay. */
  set_aside: z.int(),
  /** Entries that were loaded without some of their values. */
  trimmed: z.int(),
  /** Values stored as text because they could not be parsed, by column: their number, with up to three examples. */
  unread: z.array(UnreadColumn),
  format: z.nullable(z.enum(loadFormats)),
  held_for: z.nullable(z.enum(['removed', 'set_aside'])),
  /** Only for a table that waits for its mapping. */
  sheet: z.nullable(ListSheet),
  /** The failure, as a sentence in the caller's language. */
  error: z.nullable(z.string()),
  started_at: Instant,
  ended_at: z.nullable(Instant),
})
export type ListVersion = z.output<typeof ListVersion>

export const List = z.strictObject({
  id: Id,
  rev: z.int(),
  name: z.string(),
  kind: z.enum(listKinds),
  /** The source that data taken from the list is attributed to. Null if the caller may not read the source. */
  source: z.nullable(Ref),
  address: z.nullable(z.string()),
  every: z.enum(listEvery),
  /** When it is next fetched automatically. */
  due_at: z.nullable(Instant),
  /** The mapping of its tables' columns; null if no table was loaded yet. */
  mapping: z.nullable(ListMapping),
  /** The version in force; null until one was loaded. */
  version: z.nullable(ListVersion),
  /** The newest load, if it is not the version in force. */
  loading: z.nullable(ListVersion),
  created_at: Instant,
  updated_at: Instant,
})
export type List = z.output<typeof List>

const ListFields = {
  name: Required(200),
  kind: z.enum(listKinds),
  source_id: z.nullable(Id),
  address: z.nullable(WebAddress),
  every: z.enum(listEvery),
}
export const NewList = z.strictObject({
  name: ListFields.name,
  /** Absent: `sanctions` once a file of a recognised sanctions list is loaded, otherwise `own`. */
  kind: z.optional(ListFields.kind),
  source_id: z.optional(ListFields.source_id),
  address: z.optional(ListFields.address),
  every: z.optional(ListFields.every),
})
export type NewList = z.output<typeof NewList>
export const ListPatch = z.extend(z.partial(z.strictObject(ListFields)), {
  /** Null removes the column mapping; the next table waits for a new one. */
  mapping: z.optional(z.null()),
  rev: Rev,
})
export type ListPatch = z.output<typeof ListPatch>

/** How a version changed an entry, compared with the previous version. */
export const entryChanges = ['added', 'changed', 'removed'] as const

export const ListEntry = z.strictObject({
  id: Id,
  /** The entry’s id within the list. */
  key: z.string(),
  /** The FollowTheMoney schema: Person, Organization, Company … */
  schema: z.string(),
  caption: z.string(),
  properties: z.record(z.string(), z.array(z.string())),
  /** The versions that contain it: from `since` until before `until`. */
  since: z.int(),
  until: z.nullable(z.int()),
})
export type ListEntry = z.output<typeof ListEntry>

/** An entry of a file that was not loaded, or only partly. */
export const QuarantinedListEntry = z.strictObject({
  /** Its line or its position in the file. */
  n: z.int(),
  /** Its id, if it can be read. */
  key: z.nullable(z.string()),
  caption: z.string(),
  /** The reason, as a sentence in the caller’s language. */
  reason: z.string(),
  /** Whether it was loaded without the faulty values. */
  is_taken: z.boolean(),
})
export type QuarantinedListEntry = z.output<typeof QuarantinedListEntry>

/** A preview of the first rows of a table; `entry` is null if a row is no entry, and `fault` is the reason. */
export const ListPreview = z.strictObject({
  rows: z.array(
    z.strictObject({
      entry: z.nullable(z.pick(ListEntry, { schema: true, caption: true, properties: true })),
      fault: z.nullable(z.string()),
    }),
  ),
})
export type ListPreview = z.output<typeof ListPreview>

export const listLists = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/list',
  roles: editors,
  summary: 'Lists that parties are screened against, by name',
  reply: z.strictObject({ items: z.array(List) }),
})

export const getList = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/list/{id}',
  roles: editors,
  summary: 'One list with its version in use and its newest load',
  params: IdParams,
  reply: List,
  errors: ['not_found'],
})

export const createList = endpoint({
  method: 'POST',
  path: '/v1/list',
  roles: admins,
  bound: 'write',
  summary: 'Add a list; it is empty until a file is loaded. Without a source, one with the list’s name is created',
  body: NewList,
  reply: List,
  errors: ['invalid', 'duplicate'],
})

export const updateList = endpoint({
  method: 'PUT',
  path: '/v1/list/{id}',
  roles: admins,
  bound: 'write',
  summary: 'Rename a list, change its source, address or schedule',
  params: IdParams,
  body: ListPatch,
  reply: List,
  errors: ['invalid', 'not_found', 'stale', 'duplicate'],
})

export const deleteList = endpoint({
  method: 'DELETE',
  path: '/v1/list/{id}',
  roles: admins,
  bound: 'write',
  summary: 'Remove a list with its entries and hits; decisions stay in the audit log',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

export const loadListFile = endpoint({
  method: 'POST',
  path: '/v1/list/{id}/file',
  roles: admins,
  bound: 'interchange',
  summary: 'Load a new version of a list from a file in the background; a failed load changes nothing',
  params: IdParams,
  accepts: 'file',
  reply: List,
  errors: ['invalid', 'not_found', 'wrong_state', 'too_large', 'unsupported_media', 'bad_request'],
})

export const loadListAddress = endpoint({
  method: 'POST',
  path: '/v1/list/{id}/load',
  roles: admins,
  bound: 'interchange',
  summary: 'Fetch a new version of a list from its address now',
  params: IdParams,
  reply: List,
  errors: ['invalid', 'not_found', 'wrong_state'],
})

export const loadExampleList = endpoint({
  method: 'POST',
  path: '/v1/list/example',
  roles: admins,
  bound: 'interchange',
  summary: 'Add the example list: a few fictional persons and companies for trying out screening',
  reply: List,
  errors: ['duplicate'],
})

export const confirmListVersion = endpoint({
  method: 'PUT',
  path: '/v1/list/{id}/version/{n}/confirm',
  roles: admins,
  bound: 'write',
  summary: 'Confirm a version that removes more than half of the current entries',
  params: z.strictObject({ id: PathId, n: PathNumber }),
  reply: List,
  errors: ['not_found', 'wrong_state'],
})

export const cancelListVersion = endpoint({
  method: 'PUT',
  path: '/v1/list/{id}/version/{n}/cancel',
  roles: admins,
  bound: 'write',
  summary: 'Discard a load; the previous version stays in use',
  params: z.strictObject({ id: PathId, n: PathNumber }),
  reply: List,
  errors: ['not_found', 'wrong_state'],
})

export const mapListVersion = endpoint({
  method: 'PUT',
  path: '/v1/list/{id}/version/{n}/mapping',
  roles: admins,
  bound: 'write',
  summary: 'Map the columns of a table; the table is loaded, and later tables of the list use the same mapping',
  params: z.strictObject({ id: PathId, n: PathNumber }),
  body: ListMapping,
  reply: List,
  errors: ['invalid', 'not_found', 'wrong_state'],
})

export const readListVersion = endpoint({
  method: 'POST',
  path: '/v1/list/{id}/version/{n}/read',
  roles: admins,
  bound: 'step',
  summary: 'Read a table that waits for its mapping again, from another sheet or with another heading row',
  params: z.strictObject({ id: PathId, n: PathNumber }),
  body: z.strictObject(layoutChoice),
  reply: List,
  errors: ['not_found', 'wrong_state'],
})

export const lookAtListVersion = endpoint({
  method: 'POST',
  path: '/v1/list/{id}/version/{n}/look',
  roles: admins,
  bound: 'read',
  summary: 'Preview of the first rows of a table with a mapping; nothing is saved',
  params: z.strictObject({ id: PathId, n: PathNumber }),
  body: ListMapping,
  reply: ListPreview,
  errors: ['invalid', 'not_found', 'wrong_state'],
})

export const listListSetAside = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/list/{id}/version/{n}/set_aside',
  roles: editors,
  summary: 'Entries of a load that were rejected or shortened, in the order of the file; at most 10,000 are stored',
  params: z.strictObject({ id: PathId, n: PathNumber }),
  query: z.strictObject({ ...listQuery(['n']) }),
  reply: pageOf(QuarantinedListEntry),
  errors: ['invalid', 'not_found'],
})

export const listListVersions = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/list/{id}/version',
  roles: editors,
  summary: 'Loads of a list, newest first',
  params: IdParams,
  query: z.strictObject({ ...listQuery(['n']) }),
  reply: pageOf(ListVersion),
  errors: ['invalid', 'not_found'],
})

export const listListEntries = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/list/{id}/entry',
  roles: editors,
  summary: 'Entries of a list version, or those that the version added, changed or removed',
  params: IdParams,
  query: z.strictObject({
    ...listQuery(['caption']),
    /** A version; by default the one in force. */
    version: z.optional(PathNumber),
    change: z.optional(z.enum(entryChanges)),
  }),
  reply: pageOf(ListEntry),
  errors: ['invalid', 'not_found'],
})
