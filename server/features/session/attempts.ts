import { createHash } from 'node:crypto'
import { publish } from '#server/core/events.ts'
import { audit } from '#server/platform/audit.ts'
import { pause } from '#server/platform/clock.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { networkOf } from '#server/platform/http/network.ts'
import {
  countAttempt,
  deleteAttempt,
  findKnownAddresses,
  findLimited,
  isKnownAddress,
  lockAttempts,
  rememberAddress,
} from './attempt.queries.ts'

const windowMs = 15 * 60_000
/**
 * Wrong passwords in a window. `pair`: one name from one address; `net`: one address, for all names; `wide`: an IPv6
 * /48.
 */
const refusedAfter = { pair: 10, net: 60, wide: 600 }
/** Logins with an identity provider that begin from one address in a window; each sends requests to the provider. */
const startsAtMost = 300
/**
 * `name`: one name from all addresses that it has not signed in from; `known`: one name at an address that it has
 * signed in from.
 */
const slowedAfter = { name: 20, known: 10 }
/** Slowed attempts are checked one at a time with this spacing, which grows with the number of attempts. */
const spacing = { stepMs: 100, mostMs: 2_000 }
/** The longest wait; a request that would wait longer is refused with the time to retry. */
const furthestMs = 10_000
const notifyEveryMs = 3_600_000
const addressesAtMost = 30

type Limit = keyof typeof refusedAfter | keyof typeof slowedAfter
export type Attempt = {
  /** Whether this name has signed in from this address before. */
  isKnown: boolean
  succeeded: () => Promise<void>
  /** Call it if the password was not checked. */
  withdrawn: () => Promise<void>
}

/** A name is stored as a hash: it may be a password typed into the wrong field. */
const keyOf = (bound: Limit, ...parts: string[]) =>
  `${bound}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`

/**
 * Counts one attempt before the password is checked, so that concurrent attempts cannot exceed the limit; a success
 * takes it back. Attempts are counted in the database, so the limits apply across processes (docs/adr/0022).
 */
export async function limitAttempts(ctx: Ctx, username: string): Promise<Attempt> {
  const name = username.toLowerCase()
  const network = networkOf(ctx.address)
  const isKnown = await isKnownAddress(ctx, name, network)
  const counted: string[] = []
  const count = async (bound: Limit, ...parts: string[]) => {
    const key = keyOf(bound, ...parts)
    const { count, ends_at } = await countAttempt(ctx, key, windowMs)
    counted.push(key)
    return { key, count, ends_at }
  }
  const refuse = async (bound: keyof typeof refusedAfter, ...parts: string[]) => {
    const { count: tries, ends_at } = await count(bound, ...parts)
    const over = tries - refusedAfter[bound]
    if (over === 1) await reportLimited(ctx, bound, name, network)
    if (over > 0) throw new AppError('too_many_logins', { seconds: secondsUntil(ctx, ends_at) })
  }
  const slow = async (bound: keyof typeof slowedAfter, ...parts: string[]) => {
    const { key, count: tries } = await count(bound, ...parts)
    const over = tries - slowedAfter[bound]
    if (over === 1) await reportLimited(ctx, bound, name, network)
    if (over > 0) await waitForTurn(ctx, key, Math.min(over * spacing.stepMs, spacing.mostMs))
  }
  if (isKnown) await slow('known', name, network)
  else {
    // Addresses are checked first: an address beyond its limit no longer slows names or fills the table with them.
    if (network.includes(':')) await refuse('wide', networkOf(ctx.address, 48))
    await refuse('net', network)
    await refuse('pair', name, network)
    await slow('name', name)
  }
  return {
    isKnown,
    succeeded: async () => {
      for (const key of counted) await deleteAttempt(ctx, key, /^(pair|known):/.test(key) ? 'all' : 'one')
    },
    withdrawn: async () => {
      for (const key of counted) await deleteAttempt(ctx, key, 'one')
    },
  }
}

/** Counts the beginning of a login with an identity provider. */
export async function limitStarts(ctx: Ctx): Promise<void> {
  const { count, ends_at } = await countAttempt(ctx, `start:${networkOf(ctx.address)}`, windowMs)
  if (count > startsAtMost) throw new AppError('too_many_logins', { seconds: secondsUntil(ctx, ends_at) })
}

/** Answers to the second step of one user in a window, from all addresses: the password was right each time. */
const secondAtMost = 10

/** Counts an answer to the second step before it is checked; a right one takes all of them back. */
export async function limitSecondStep(ctx: Ctx, userId: number): Promise<{ succeeded: () => Promise<void> }> {
  const key = `second:${userId}`
  const { count, ends_at } = await countAttempt(ctx, key, windowMs)
  if (count > secondAtMost) throw new AppError('too_many_logins', { seconds: secondsUntil(ctx, ends_at) })
  return { succeeded: () => deleteAttempt(ctx, key, 'all') }
}

/** Records the address of a login; a user who has logged in before is notified of a new one. */
export async function noteAddress(ctx: Ctx, userId: number): Promise<void> {
  const network = networkOf(ctx.address)
  const known = await findKnownAddresses(ctx, userId)
  await rememberAddress(ctx, userId, network, addressesAtMost)
  if (known.length === 0 || known.includes(network)) return
  await publish(ctx, [{ kind: 'login_new', noun: 'session', recordId: userId, users: [userId], detail: { network } }])
}

const secondsUntil = (ctx: Ctx, at: string) => Math.max(1, Math.ceil((Date.parse(at) - ctx.now().getTime()) / 1000))

async function waitForTurn(ctx: Ctx, key: string, spacingMs: number): Promise<void> {
  const turn = await lockAttempts(ctx, key, spacingMs, furthestMs)
  if (turn === undefined) throw new AppError('too_many_logins', { seconds: furthestMs / 1000 })
  const waitMs = Date.parse(turn) - ctx.now().getTime()
  if (waitMs > 0) await pause(Math.min(waitMs, furthestMs))
}

/** Records each reached limit in the audit log, once per window; notifies administrators once an hour. */
async function reportLimited(ctx: Ctx, bound: Limit, name: string, network: string): Promise<void> {
  const { id, admins } = await findLimited(ctx, name)
  await audit(ctx, { act: 'login_limited', noun: 'user', recordId: id, detail: { bound, network } })
  const { count } = await countAttempt(ctx, 'told', notifyEveryMs)
  if (count === 1) await publish(ctx, [{ kind: 'login_limited', noun: 'login', recordId: 0, users: admins }])
  ctx.log.warn({ bound, network, user_id: id }, 'sign-in: rate limit reached')
}
