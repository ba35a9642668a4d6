import type * as z from 'zod/mini'
import type { Bound } from './bound.ts'
import type { ErrorCode } from './error.ts'
import type { Role } from './role.ts'

type Schema = z.ZodMiniType

/**
 * Header of a write's answer, where replicas are read from: the place of the database's log at which the write is there. Whoever sends the
 * newest back is answered from nothing older, by whichever server. Of two the later is the greater text.
 */
export const placeHeader = 'og-place'

/**
 * One row of the wire's single table: it validates requests and replies, types both shores, carries the roles
 * (`public` = no session asked) and feeds the OpenAPI document.
 * Schemas: `params` of the path's `{names}`, `query`, `body`; `reply` is what stands under `data`.
 * `bound` says what holds one user who calls it without end (contract/bound.ts).
 * `errors` are those beyond the ones every endpoint shares (see `sharedErrors`).
 */
export type Endpoint = Row & (Read | { method: 'POST' | 'PUT' | 'DELETE'; bound: Bound; readsFrom?: undefined })

/**
 * `replica`: it may be answered from a copy of the database that has all that was there when the request came. For what is dear to
 * read, writes nothing meanwhile (a total, a mark, an entry of the trail), and asks for a session.
 */
type Read = { method: 'GET'; bound?: undefined } & (
  | { readsFrom: 'primary' }
  | { readsFrom: 'replica'; replies?: 'json'; roles: readonly Role[] }
)

type Row = {
  path: string
  roles: readonly Role[] | 'public'
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** Of a JSON body, where it may be larger than others (1 MB). */
  limitBytes?: number
  /** `file` is a multipart body with one file, `form` one of fields; `stream` a reply that is a file, not an envelope. */
  accepts?: 'json' | 'file' | 'form'
  replies?: 'json' | 'stream'
  reply: Schema
  errors?: readonly ErrorCode[]
}

/** Keeps the literal types of one row. */
export function endpoint<const E extends Endpoint>(row: E): E {
  return row
}

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined
type At<E, K extends string> = E extends Record<K, infer S> ? S : undefined

/** What the server's operation receives, after validation. */
export type Received<E extends Endpoint> = {
  params: Out<At<E, 'params'>>
  query: Out<At<E, 'query'>>
  body: Out<At<E, 'body'>>
}

/** What a client passes: only the parts that the endpoint has. */
export type Sent<E extends Endpoint> = (E extends { params: infer S } ? { params: In<S> } : { params?: undefined }) &
  (E extends { query: infer S } ? { query?: In<S> } : { query?: undefined }) &
  (E extends { body: infer S } ? { body: In<S> } : { body?: undefined })

export type Reply<E extends Endpoint> = z.output<E['reply']>

/** Errors any endpoint may answer with; those with a session add `unauthenticated` and `forbidden`. */
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
