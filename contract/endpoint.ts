import type * as z from 'zod/mini'
import type { ErrorCode } from './error.ts'
import type { Limit } from './limit.ts'
import type { Role } from './role.ts'

type Schema = z.ZodMiniType

/**
 * Header of replies to writes, if read replicas are configured: the position in the database log at which the write is
 * visible. A client that sends back the newest position never gets an older state, from any server. Positions compare
 * as text: the greater one is later.
 */
export const positionHeader = 'og-place'

/**
 * One row of the API's endpoint table. It validates requests and replies, types server and client, carries the roles
 * (`public`: no session required) and feeds the OpenAPI document. Schemas: `params` of the path's `{names}`, `query`,
 * `body`; `reply` is the content of `data`. `bound` is the rate limit of one user (contract/limit.ts). `errors` are
 * those beyond the shared ones (see `sharedErrors`).
 */
export type Endpoint = Row & (ReadRow | { method: 'POST' | 'PUT' | 'DELETE'; bound: Limit; readsFrom?: undefined })

/**
 * `replica`: a copy of the database may answer, if it already has everything committed before the request. Intended for
 * expensive reads that require a session and write nothing (no total, no mark, no audit entry).
 */
type ReadRow = { method: 'GET'; bound?: undefined } & (
  | { readsFrom: 'primary' }
  | { readsFrom: 'replica'; replies?: 'json'; roles: readonly Role[] }
)

/** How long a confirmation of a session lasts. */
export const confirmedMinutes = 10

/**
 * A grave act only for some inputs. It is a method so that each endpoint can state the types of its own input; it gets
 * the validated one.
 */
type ConfirmRule = {
  when(sent: { params?: unknown; query?: unknown; body?: unknown }, actor: { id: number | null; role: Role }): boolean
  /** Access tokens may do it: they were created in a confirmed session. */
  permitsTokens?: true
}

type Row = {
  path: string
  roles: readonly Role[] | 'public'
  /**
   * The scope that an access token needs; `session`: no token may use it, only a signed-in user. Absent: `read` for reads,
   * `write` for everything else (`scopeOf` in contract/token.api.ts).
   */
  scope?: 'read' | 'write' | 'screen' | 'session'
  /** Also open to reviewers: editors in a group that reviews page differences (`review_by_groups`). */
  isReview?: true
  /** Open to a session that must set up a second factor first (`login_second_factor`). */
  isForEnrolment?: boolean
  /**
   * A grave act: the session must have been confirmed within `confirmedMinutes`. Access tokens and assistants are
   * refused. The complete list is in contract/confirm.test.ts.
   */
  confirm?: true | ConfirmRule
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** Maximum size of a JSON body, if larger than the default (1 MB). */
  limitBytes?: number
  /**
   * `file` is a multipart body with one file, `form` one with fields. `stream` replies with a file instead of an
   * envelope.
   */
  accepts?: 'json' | 'file' | 'form'
  replies?: 'json' | 'stream'
  reply: Schema
  errors?: readonly ErrorCode[]
}

/** Preserves the literal types of one row. */
export function endpoint<const E extends Endpoint>(row: E): E {
  return row
}

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined
type At<E, K extends string> = E extends Record<K, infer S> ? S : undefined

/** Input of the server's operation, after validation. */
export type Received<E extends Endpoint> = {
  params: Out<At<E, 'params'>>
  query: Out<At<E, 'query'>>
  body: Out<At<E, 'body'>>
}

/** Input that a client passes: only the parts that the endpoint has. */
export type Sent<E extends Endpoint> = (E extends { params: infer S } ? { params: In<S> } : { params?: undefined }) &
  (E extends { query: infer S } ? { query?: In<S> } : { query?: undefined }) &
  (E extends { body: infer S } ? { body: In<S> } : { body?: undefined })

export type Reply<E extends Endpoint> = z.output<E['reply']>

/** Errors that any endpoint may return; those with a session add `unauthenticated` and `forbidden`. */
export const sharedErrors = [
  'bad_request',
  'too_many',
  'over_rate',
  'over_bound',
  'internal',
  'unavailable',
  'storage_failed',
  'storage_full',
] as const satisfies readonly ErrorCode[]
