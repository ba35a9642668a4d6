import { sql } from 'kysely'
import type { Device } from '#contract/device.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type DeviceRow = Omit<Device, 'state'> & { usual_per_minute: number }

const weekMs = 7 * 86_400_000

/** Crawlers with a heartbeat in the last week, running ones first. */
export async function findDevices(ctx: Ctx): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`select id, name, host, version, started_at, last_seen_at, stopped_at, sites,
      pages_per_minute::float8 as pages_per_minute, usual_per_minute::float8 as usual_per_minute, pages::float8 as pages,
      memory_mb, last_error, last_error_at
    from device where last_seen_at >= ${new Date(ctx.now().getTime() - weekMs).toISOString()}
    order by (stopped_at is null) desc, last_seen_at desc limit 100`.execute(ctx.db)
  return rows
}

export async function countWork(ctx: Ctx): Promise<{ rounds: number; waiting: number }> {
  const { rows } = await sql<{ rounds: number; waiting: number }>`select
      (select count(*)::int from round where state = 'running') as rounds,
      (select count(*)::int from frontier where state in ('waiting', 'taken')) as waiting`.execute(ctx.db)
  return rows[0]!
}

/** Pages fetched by all crawlers in each minute from `from` on. */
export async function countMinutes(ctx: Ctx, from: Date): Promise<{ minute: string; pages: number }[]> {
  const { rows } = await sql<{
    minute: string
    pages: number
  }>`select minute, sum(pages)::int as pages from device_minute
    where minute >= ${from.toISOString()} group by minute`.execute(ctx.db)
  return rows
}

/** Removes minutes and devices older than a week. */
export async function removeOld(ctx: Ctx): Promise<void> {
  const old = new Date(ctx.now().getTime() - weekMs).toISOString()
  await sql`delete from device_minute where minute < ${old}`.execute(ctx.db)
  await sql`delete from device where last_seen_at < ${old}`.execute(ctx.db)
}
