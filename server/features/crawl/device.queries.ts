import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

export async function registerDevice(
  ctx: Ctx,
  device: { name: string; host: string; version: string; processId?: number },
): Promise<number> {
  const at = ctx.now().toISOString()
  const { rows } = await sql<{
    id: number
  }>`insert into device (name, host, version, process_id, started_at, last_seen_at)
    values (${device.name}, ${device.host}, ${device.version}, ${device.processId ?? null}::bigint, ${at}, ${at}) returning id`.execute(
    ctx.db,
  )
  return rows[0]!.id
}

type Heartbeat = {
  sites: number
  /** Pages since the last heartbeat. */
  pages: number
  pagesPerMinute: number
  usualPerMinute: number
  memoryMb: number
  error: string | null
}

export async function recordHeartbeat(ctx: Ctx, id: number, heartbeat: Heartbeat): Promise<void> {
  const at = ctx.now()
  const minute = new Date(at.getTime() - (at.getTime() % 60_000)).toISOString()
  await sql`update device set last_seen_at = ${at.toISOString()}, sites = ${heartbeat.sites}, pages = pages + ${heartbeat.pages},
      pages_per_minute = ${heartbeat.pagesPerMinute}, usual_per_minute = ${heartbeat.usualPerMinute}, memory_mb = ${heartbeat.memoryMb}
      ${heartbeat.error === null ? sql`` : sql`, last_error = ${heartbeat.error}, last_error_at = ${at.toISOString()}`}
    where id = ${id}::bigint`.execute(ctx.db)
  if (heartbeat.pages > 0)
    await sql`insert into device_minute (device_id, minute, pages) values (${id}::bigint, ${minute}, ${heartbeat.pages})
      on conflict (device_id, minute) do update set pages = device_minute.pages + excluded.pages`.execute(ctx.db)
}

export async function stopDevice(ctx: Ctx, id: number): Promise<void> {
  const at = ctx.now().toISOString()
  await sql`update device set stopped_at = ${at}, last_seen_at = ${at}, sites = 0, pages_per_minute = 0
    where id = ${id}::bigint`.execute(ctx.db)
}
