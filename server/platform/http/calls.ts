import type { Endpoint, Received, Reply, Sent } from '#contract/endpoint.ts'
import { scopeOf } from '#contract/token.api.ts'
import type { Ctx } from '../ctx.ts'
import type { RateLimit } from '../jobs/quota.ts'
import { isGrave } from './confirmation.ts'
import { AppError } from './errors.ts'
import { type Bind, type NoteAnswer, parse } from './http.ts'
import { mayCall } from './may-call.ts'

/** Performs an endpoint's operation for the actor of `ctx`, as a request would, without HTTP. */
export type Call = <E extends Endpoint>(ctx: Ctx, endpoint: E, sent: Sent<E>) => Promise<Reply<E>>

type Operation = (ctx: Ctx, input: Received<Endpoint>) => Promise<unknown>

/**
 * Keeps the operations of all endpoints as they are bound, so that another channel can perform them with the same
 * roles, validation, rate limits and audit entries. Endpoints that reply with a stream cannot be called.
 */
export function openCalls(bind: Bind, pace: RateLimit, noteAnswer: NoteAnswer): { bind: Bind; call: Call } {
  const operations = new Map<Endpoint, Operation>()
  return {
    bind: (endpoint, operation) => {
      // The map has operations of all endpoints; `call` gives each the input of its own endpoint.
      operations.set(endpoint, operation as unknown as Operation)
      bind(endpoint, operation)
    },
    call: async (ctx, endpoint, sent) => {
      const operation = operations.get(endpoint)
      if (!operation || endpoint.replies === 'stream') throw new Error(`${endpoint.path} cannot be called`)
      checkRights(ctx, endpoint)
      const input = {
        params: endpoint.params && parse(endpoint.params, sent.params),
        query: endpoint.query && parse(endpoint.query, sent.query ?? {}),
        body: endpoint.body && parse(endpoint.body, sent.body ?? {}),
      } as Received<Endpoint>
      if (isGrave(endpoint, input, ctx.actor)) throw new AppError('forbidden')
      if (endpoint.bound) await pace.call(ctx, endpoint.bound)
      const data = await operation(ctx, input)
      await noteAnswer(ctx, endpoint, input, data)
      return endpoint.reply.parse(data) as Reply<typeof endpoint>
    },
  }
}

/**
 * A user with a login has all rights of the role. An assistant reads with its own scope; for changes its token needs
 * `write` as well.
 */
export function checkRights({ actor }: Ctx, endpoint: Endpoint): void {
  if (endpoint.roles === 'public' || !mayCall(actor, endpoint)) throw new AppError('forbidden')
  if (actor.kind === 'user' && actor.sessionId !== 0 && !actor.token) return
  const scopes = actor.kind === 'user' ? (actor.token?.scopes ?? []) : []
  const scope = scopeOf(endpoint)
  if (scope === 'session') throw new AppError('forbidden')
  if (scope === 'write' && !scopes.includes('write')) throw new AppError('token_scope', { scope })
}
