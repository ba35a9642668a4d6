import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { editors } from './role.ts'
import { Id, IdParams, Instant, Nothing, Required } from './wire.ts'

/** A private address at which OpenRefine and similar tools match names, with the current rights of its owner. */
export const ReconcileAddress = z.strictObject({
  id: Id,
  name: z.string(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
})
export type ReconcileAddress = z.output<typeof ReconcileAddress>

/** Maximum number of queries per call, of values per query and of results. */
export const reconcileLimits = { queries: 100, values: 50, results: 50 } as const

/** One query of the Reconciliation Service API 0.2; unknown properties are ignored. */
export const ReconcileQuery = z.object({
  query: z.string().check(z.maxLength(500)),
  type: z.optional(z.unknown()),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(reconcileLimits.results))),
  properties: z.optional(
    z
      .array(z.object({ pid: z.string().check(z.maxLength(60)), v: z.optional(z.unknown()) }))
      .check(z.maxLength(reconcileLimits.values)),
  ),
})
export const ReconcileQueries = z.record(z.string().check(z.maxLength(100)), ReconcileQuery)
export type ReconcileQueries = z.output<typeof ReconcileQueries>

const Token = z.strictObject({ token: z.string().check(z.maxLength(100)) })
const Queries = z.string().check(z.maxLength(500_000))
const stream = { replies: 'stream', reply: z.unknown() } as const

export const listReconcileAddresses = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/reconcile/address',
  roles: editors,
  summary: 'One’s own addresses for OpenRefine, without their secrets',
  reply: z.strictObject({ items: z.array(ReconcileAddress) }),
})

export const createReconcileAddress = endpoint({
  method: 'POST',
  path: '/v1/reconcile/address',
  roles: editors,
  scope: 'session',
  bound: 'feed',
  summary: 'Create an address for OpenRefine; its secret is shown only in this reply (at most 20 per user)',
  body: z.strictObject({ name: Required(60) }),
  reply: z.strictObject({ address: ReconcileAddress, path: z.string() }),
  errors: ['invalid', 'wrong_state'],
})

export const deleteReconcileAddress = endpoint({
  method: 'DELETE',
  path: '/v1/reconcile/address/{id}',
  roles: editors,
  scope: 'session',
  bound: 'write',
  summary: 'Revoke an address at once',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

export const readReconcile = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/reconcile/{token}',
  roles: 'public',
  summary: 'The manifest of the service (Reconciliation Service API 0.2), or the answers to `queries`',
  params: Token,
  query: z.object({ queries: z.optional(Queries) }),
  ...stream,
  errors: ['invalid', 'not_found'],
})

export const postReconcile = endpoint({
  method: 'POST',
  path: '/v1/reconcile/{token}',
  roles: 'public',
  bound: 'read',
  summary: 'Answers to `queries`, sent as a form: at most 100, with keys chosen by the client',
  params: Token,
  accepts: 'form',
  body: z.object({ queries: Queries }),
  ...stream,
  errors: ['invalid', 'not_found'],
})

export const viewReconciled = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/reconcile/{token}/view',
  roles: 'public',
  summary: 'A list entry as a plain page',
  params: Token,
  query: z.object({ id: z.string().check(z.maxLength(600)) }),
  ...stream,
  errors: ['invalid', 'not_found'],
})
