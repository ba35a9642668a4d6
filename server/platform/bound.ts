import { sql } from 'kysely'
import { type Bound, type BoundSetting, bounds } from '#contract/bound.ts'
import type { Ctx } from './ctx.ts'
import { AppError } from './errors.ts'
import { networkOf } from './network.ts'
import { readSetting, readSettings } from './system-setting.ts'
import { within } from './within.ts'

const hourMs = 3_600_000
/** Settings of the pace are read so often: every request asks for them. */
const settingsKeptMs = 5_000
/** Nobody waits longer for new ones while there are old ones. */
const settingsWaitMs = 250
/** A burst is this many seconds of the sustained rate. */
const burstSeconds = 10
/** More buckets than this are looked through for full ones, which say nothing. */
const mostBuckets = 10_000

type Rates = { limit_requests: number; limit_writes: number }
type Bucket = { tokens: number; atMs: number }

/** How fast each user (or, without one, each network) may ask this process. */
export type Pace = {
  /** One request of the actor, or of the address where there is none; throws `too_many`. */
  request(ctx: Ctx): Promise<void>
  /** One call of an endpoint with this bound, after its input was found valid; throws `too_many` or `over_rate`. */
  call(ctx: Ctx, bound: Bound): Promise<void>
  /** Counts one request of the address whose token nobody has seen to be good yet; false beyond its pace. */
  stranger(ctx: Ctx): Promise<boolean>
  /** It was good: it counts no more. */
  welcome(ctx: Ctx): void
}

const strangerOf = (ctx: Ctx) => `token ${networkOf(ctx.address)}`

export function openPace(): Pace {
  const buckets = new Map<string, Bucket>()
  let rates: Promise<Rates>
  /** Goes on where the database does not tell others. */
  let last: Rates | undefined
  let readAtMs = Number.NEGATIVE_INFINITY

  async function ratesNow(ctx: Ctx): Promise<Rates> {
    if (performance.now() - readAtMs > settingsKeptMs) {
      readAtMs = performance.now()
      rates = readSettings(ctx, ['limit_requests', 'limit_writes'])
      rates.then(
        read => {
          last = read
        },
        // A database that is away is asked again by the next request.
        () => {
          readAtMs = Number.NEGATIVE_INFINITY
        },
      )
    }
    const asked = rates
    return last === undefined ? await asked : ((await within(asked, settingsWaitMs).catch(() => undefined)) ?? last)
  }

  /** Seconds until there is one again; undefined where it was there, and is taken. */
  async function draw(ctx: Ctx, name: 'limit_requests' | 'limit_writes', who: string): Promise<number | undefined> {
    const perSecond = (await ratesNow(ctx))[name] * (ctx.boundFactor ?? 1)
    const key = `${name} ${who}`
    const nowMs = ctx.now().getTime()
    const most = perSecond * burstSeconds
    const { tokens, atMs } = buckets.get(key) ?? { tokens: most, atMs: nowMs }
    // A clock that was set back gives nothing, and takes nothing.
    const filled = Math.min(most, tokens + (Math.max(0, nowMs - atMs) / 1000) * perSecond)
    if (filled < 1) return Math.ceil((1 - filled) / perSecond)
    buckets.set(key, { tokens: filled - 1, atMs: nowMs })
    if (buckets.size > mostBuckets) forgetFull(nowMs)
    return undefined
  }
  async function take(ctx: Ctx, name: 'limit_requests' | 'limit_writes'): Promise<void> {
    const who = ctx.actor.id === null ? networkOf(ctx.address) : String(ctx.actor.id)
    const seconds = await draw(ctx, name, who)
    if (seconds !== undefined) throw new AppError('too_many', { seconds })
  }
  function forgetFull(nowMs: number): void {
    for (const [key, { atMs }] of buckets) if (nowMs - atMs > burstSeconds * 1000) buckets.delete(key)
  }

  return {
    request: ctx => take(ctx, 'limit_requests'),
    async call(ctx, bound) {
      if (bound !== 'read') await take(ctx, 'limit_writes')
      const row = bounds[bound]
      if ('perHour' in row) await spend(ctx, row.perHour, `user ${ctx.actor.id}`)
    },
    stranger: async ctx => (await draw(ctx, 'limit_requests', strangerOf(ctx))) === undefined,
    welcome(ctx) {
      const bucket = buckets.get(`limit_requests ${strangerOf(ctx)}`)
      if (bucket) bucket.tokens += 1
    },
  }
}

async function mostOf(ctx: Ctx, name: BoundSetting): Promise<number> {
  return (await readSetting(ctx, name)) * (ctx.boundFactor ?? 1)
}

/** Counts one use by `who` within the hour that its first use began; throws `over_rate` beyond the setting. */
export async function spend(ctx: Ctx, name: BoundSetting, who: string): Promise<void> {
  const most = await mostOf(ctx, name)
  const nowMs = ctx.now().getTime()
  const [now, end] = [new Date(nowMs).toISOString(), new Date(nowMs + hourMs).toISOString()]
  // An hour that ends later than one from now was begun by a clock that has been set back since.
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
 * Throws `over_bound` unless the actor has room for `more` beside what `count` finds. In the transaction that adds them:
 * whoever asks for the same at the same moment waits until it is over. The system itself has no bound.
 */
export async function holdBound(ctx: Ctx, name: BoundSetting, count: () => Promise<number>, more = 1): Promise<void> {
  if (ctx.actor.kind !== 'user') return
  if (!ctx.db.isTransaction) throw new Error(`${name} is held in a transaction`)
  await sql`select pg_advisory_xact_lock(hashtext(${name}), ${ctx.actor.id}::int)`.execute(ctx.db)
  const most = await mostOf(ctx, name)
  if ((await count()) + more > most) throw new AppError('over_bound', { bound: name, most, seconds: 60 })
}

/** Hours that are over. */
export async function removeOldUses(ctx: Ctx): Promise<void> {
  await sql`delete from bound_use where ends_at < ${ctx.now().toISOString()}::timestamptz`.execute(ctx.db)
}
