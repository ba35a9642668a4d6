import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { HistoryEntry } from './history.ts'
import { bulkOf } from './record.ts'
import type { Role } from './role.ts'
import { IdParams, listQuery, Nothing, PathId, pageOf, Rev } from './wire.ts'

/** `one` has its article (`an organisation`), for summaries. */
type Names = { path: string; one: string; many: string }
/** `history` are the roles that read changes, usually those that read records. */
type Roles = { read: readonly Role[]; history?: readonly Role[]; write: readonly Role[] }

/** The endpoints that every entity has in the same form: one record, trash and history. */
export function recordEndpoints<R extends z.ZodMiniType>({ path, one }: Names, roles: Roles, reply: R) {
  const of = { path: `${path}/{id}`, params: IdParams }
  return {
    get: endpoint({
      ...of,
      method: 'GET',
      readsFrom: 'primary',
      roles: roles.read,
      summary: one.replace(/^an? /, 'One '),
      reply,
      errors: ['not_found'],
    }),
    remove: endpoint({
      ...of,
      method: 'DELETE',
      roles: roles.write,
      bound: 'write',
      summary: `Move ${one} to the trash`,
      reply: Nothing,
      errors: ['not_found', 'forbidden'],
    }),
    restore: endpoint({
      ...of,
      method: 'POST',
      path: `${path}/{id}/restore`,
      roles: roles.write,
      bound: 'write',
      summary: `Restore ${one} from the trash (30 days)`,
      reply,
      errors: ['not_found', 'forbidden'],
    }),
    history: endpoint({
      ...of,
      method: 'GET',
      readsFrom: 'replica',
      path: `${path}/{id}/history`,
      roles: roles.history ?? roles.read,
      summary: 'Change history by field, newest first',
      query: z.strictObject(listQuery(['at'])),
      reply: pageOf(HistoryEntry),
      errors: ['not_found', 'invalid'],
    }),
  }
}

/** Restores one field; `field` has the names of the fields that the history records. */
export function restoreValueEndpoint<F extends z.ZodMiniType, R extends z.ZodMiniType>(
  { path }: Names,
  { write }: Roles,
  field: F,
  reply: R,
) {
  return endpoint({
    method: 'POST',
    path: `${path}/{id}/history/{history_id}/restore`,
    roles: write,
    bound: 'write',
    summary: 'Restore the value that a field had before a change',
    params: z.strictObject({ id: PathId, history_id: PathId }),
    body: z.strictObject({ field, rev: Rev }),
    reply,
    errors: ['invalid', 'not_found', 'forbidden', 'stale'],
  })
}

export function bulkEndpoint<F extends z.ZodMiniType, P extends z.ZodMiniObject>(
  { path, many }: Names,
  { write }: Roles,
  filter: F,
  patch: P,
) {
  return endpoint({
    method: 'POST',
    path: `${path}/bulk`,
    roles: write,
    bound: 'bulk',
    summary: `Bulk action on ${many}: those named, or all that match a filter if their number is as expected`,
    ...bulkOf(filter, patch),
    errors: ['invalid', 'count_changed'],
  })
}
