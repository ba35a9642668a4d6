import { sql } from 'kysely'
import { type Limit, type LimitSetting, limits } from '#contract/limit.ts'
import type { Ctx } from '../ctx.ts'
import { readSetting, readSettings } from '../db/system-setting.ts'
import { AppError } from '../http/errors.ts'
import { networkOf } from '../http/network.ts'
import { withDeadline } from '../process/deadline.ts'

const hourMs = 3_600_000
/** The settings of rate limits are cached this long, because every request needs them. */
const settingsCacheMs = 5_000
/** The longest wait for new settings while there are cached ones. */
const settingsWaitMs = 250
/** A burst is this many seconds of the sustained rate. */
const burstSeconds = 10
/** With more buckets than this, full ones are removed: they carry no information. */
const mostBuckets = 10_000

type Rates = { limit_requests: number; limit_writes: number }
type Bucket = { tokens: number; atMs: number }

/** The rate limits of each user's sessions, of each user's tokens, and of each network without a user, in this process. */
export type RateLimit = {
  /** Counts one request of the actor, or of the address if there is no actor; throws `too_many`. */
  request(ctx: Ctx): Promise<void>
  /**
   * Counts one call of an endpoint with this limit, after its input was validated; throws `too_many` or `over_rate`.
   */
  call(ctx: Ctx, bound: Limit): Promise<void>
  /**
   * Counts one request from an address whose token is not yet known to be valid; returns false beyond its rate limit.
   */
  stranger(ctx: Ctx): Promise<boolean>
  /** Takes the count of `stranger` back: the token was valid. */
  welcome(ctx: Ctx): void
}

const strangerOf = (ctx: Ctx) => `token ${networkOf(ctx.address)}`

/**
 * The tokens of a user together have a rate limit apart from the user's sessions: a script does not lock its user out,
 * and more tokens bring no more requests.
 */
function callerOf({ actor, address }: Ctx): string {
  if (actor.kind !== 'user') return networkOf(address)
  return actor.token ? `tokens of ${actor.id}` : String(actor.id)
}

export function openRateLimit(): RateLimit {
  const buckets = new Map<string, Bucket>()
  let rates: Promise<Rates>
  /** The last settings read: they stay in use while the database cannot provide others. */
  let last: Rates | undefined
  let readAtMs = Number.NEGATIVE_INFINITY

  async function ratesNow(ctx: Ctx): Promise<Rates> {
    if (performance.now() - readAtMs > settingsCacheMs) {
      readAtMs = performance.now()
      rates = readSettings(ctx, ['limit_requests', 'limit_writes'])
      rates.then(
        read => {
          last = read
        },
        // After a failed read, the next request queries the database again.
        () => {
          readAtMs = Number.NEGATIVE_INFINITY
        },
      )
    }
    const wanted = rates
    return last === undefined
      ? await wanted
      : ((await withDeadline(wanted, settingsWaitMs).catch(() => undefined)) ?? last)
  }

  /** Takes a token. Returns undefined if there was one, otherwise the seconds until there is one. */
  async function draw(ctx: Ctx, name: 'limit_requests' | 'limit_writes', who: string): Promise<number | undefined> {
    const perSecond = (await ratesNow(ctx))[name] * (ctx.boundFactor ?? 1)
    const key = `${name} ${who}`
    const nowMs = ctx.now().getTime()
    const most = perSecond * burstSeconds
    const { tokens, atMs } = buckets.get(key) ?? { tokens: most, atMs: nowMs }
    // A clock that was set back neither adds nor removes tokens.
    const filled = Math.min(most, tokens + (Math.max(0, nowMs - atMs) / 1000) * perSecond)
    if (filled < 1) return Math.ceil((1 - filled) / perSecond)
    buckets.set(key, { tokens: filled - 1, atMs: nowMs })
    if (buckets.size > mostBuckets) forgetFull(nowMs)
    return undefined
  }
  async function take(ctx: Ctx, name: 'limit_requests' | 'limit_writes'): Promise<void> {
    const seconds = await draw(ctx, name, callerOf(ctx))
    if (seconds !== undefined) throw new AppError('too_many', { seconds })
  }
  function forgetFull(nowMs: number): void {
    for (const [key, { atMs }] of buckets) if (nowMs - atMs > burstSeconds * 1000) buckets.delete(key)
  }

  return {
    request: ctx => take(ctx, 'limit_requests'),
    async call(ctx, bound) {
      if (bound !== 'read') await take(ctx, 'limit_writes')
      const row = limits[bound]
      if ('perHour' in row) await consumeQuota(ctx, row.perHour, `user ${ctx.actor.id}`)
    },
    stranger: async ctx => (await draw(ctx, 'limit_requests', strangerOf(ctx))) === undefined,
    welcome(ctx) {
      const bucket = buckets.get(`limit_requests ${strangerOf(ctx)}`)
      if (bucket) bucket.tokens += 1
    },
  }
}

async function mostOf(ctx: Ctx, name: LimitSetting): Promise<number> {
  return (await readSetting(ctx, name)) * (ctx.boundFactor ?? 1)
}

/** Counts one use by `who` within the hour that began with its first use; throws `over_rate` beyond the setting. */
export async function consumeQuota(ctx: Ctx, name: LimitSetting, who: string): Promise<void> {
  const most = await mostOf(ctx, name)
  const nowMs = ctx.now().getTime()
  const [now, end] = [new Date(nowMs).toISOString(), new Date(nowMs + hourMs).toISOString()]
  // An hour that ends more than an hour from now was started by a clock that has been set back since.
  const furthest = new Date(nowMs + hourMs + 60_000).toISOString()
  const { rows } = await sql<{ count: number; ends_at: string }>`
    insert into bound_use as used (key, count, ends_at) values (${`${name} ${who}`}, 1, ${end}::timestamptz)
    on conflict (key) do update set
      count = case when used.ends_at > ${now}::timestamptz and used.ends_at <= ${furthest}::timestamptz
        then least(used.count + 1, 1000000000) else 1 end,
      ends_at = case when used.ends_at > ${now}::timestamptz and used.ends_at <= ${furthest}::timestamptz
        then used.ends_at else excluded.ends_at end
    returning count, ends_at`.execute(ctx.db)
  const { count, ends_at } = rows[0] as { count: number; ends_at: string }
  if (count <= most) return
  const seconds = Math.max(1, Math.ceil((Date.parse(ends_at) - nowMs) / 1000))
  throw new AppError('over_rate', { bound: name, most, seconds, minutes: Math.ceil(seconds / 60) })
}

/**
 * Throws `over_bound` unless the actor's quota has space for `more` in addition to the result of `count`. Call it in
 * the transaction that adds them: a concurrent request for the same quota waits until that transaction ends. The system
 * itself has no quota.
 */
export async function enforceQuota(
  ctx: Ctx,
  name: LimitSetting,
  count: () => Promise<number>,
  more = 1,
): Promise<void> {
  if (ctx.actor.kind !== 'user') return
  if (!ctx.db.isTransaction) throw new Error(`${name} must be called in a transaction`)
  await sql`select pg_advisory_xact_lock(hashtext(${name}), ${ctx.actor.id}::int)`.execute(ctx.db)
  const most = await mostOf(ctx, name)
  if ((await count()) + more > most) throw new AppError('over_bound', { bound: name, most, seconds: 60 })
}

/** Removes counts whose hour is over. */
export async function removeOldUses(ctx: Ctx): Promise<void> {
  await sql`delete from bound_use where ends_at < ${ctx.now().toISOString()}::timestamptz`.execute(ctx.db)
}
