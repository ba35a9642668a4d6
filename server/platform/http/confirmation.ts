import { confirmedMinutes, type Endpoint } from '#contract/endpoint.ts'
import type { Ctx } from '../ctx.ts'
import { AppError } from './errors.ts'

const confirmedMs = confirmedMinutes * 60_000
/** Allows for differences between the clocks of processes; a clock that was set back prolongs nothing. */
const aheadMs = 60_000

type Input = { params?: unknown; query?: unknown; body?: unknown }

/** Whether this request is a grave act (`confirm` in the contract). */
export function isGrave({ confirm }: Pick<Endpoint, 'confirm'>, input: Input, actor: Ctx['actor']): boolean {
  if (confirm === undefined || confirm === true) return confirm === true
  return confirm.when(input, actor)
}

/** Throws if the request is a grave act and its session was not confirmed recently. */
export function checkConfirmed(ctx: Ctx, endpoint: Pick<Endpoint, 'confirm'>, input: Input): void {
  const { actor } = ctx
  if (!isGrave(endpoint, input, actor)) return
  const isByToken = actor.kind === 'user' && actor.token !== undefined
  if (!isByToken) requireConfirmed(ctx)
  else if (endpoint.confirm === true || !endpoint.confirm?.permitsTokens)
    throw new AppError('token_scope', { scope: 'session' })
}

/** Throws if the actor's session was not confirmed recently. */
export function requireConfirmed({ actor, now }: Pick<Ctx, 'actor' | 'now'>): void {
  const at = actor.kind === 'user' ? actor.confirmedAt : undefined
  const age = at ? now().getTime() - Date.parse(at) : Number.POSITIVE_INFINITY
  if (age >= confirmedMs || age < -aheadMs)
    throw new AppError('confirmation_needed', {}, { data: { needs: 'confirmation' } })
}

export const confirmedUntil = (at: Date): string => new Date(at.getTime() + confirmedMs).toISOString()
