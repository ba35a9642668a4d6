import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

export type ClaimedHost = {
  next_at: string
  robots: string | null
  robots_state: string | null
  robots_at: string | null
}

/**
 * Takes a host for files, unless a collector or another job has it. The result has the host's clock in any case;
 * `isOwn` states whether it was taken.
 */
export async function claimAssetHost(
  ctx: Ctx,
  host: string,
  leaseMs: number,
): Promise<ClaimedHost & { isOwn: boolean }> {
  const at = ctx.now().toISOString()
  await sql`insert into host_clock (host, next_at) values (${host}, ${at}::timestamptz) on conflict do nothing`.execute(
    ctx.db,
  )
  const taken = await sql<ClaimedHost>`update host_clock set asset_until = now() + ${leaseMs} * interval '1 millisecond'
    where host = ${host} and device_id is null and (asset_until is null or asset_until < now())
    returning next_at, robots, robots_state, robots_at`.execute(ctx.db)
  if (taken.rows[0]) return { ...taken.rows[0], isOwn: true }
  const { rows } = await sql<ClaimedHost>`select next_at, robots, robots_state, robots_at from host_clock
    where host = ${host}`.execute(ctx.db)
  return { ...(rows[0] as ClaimedHost), isOwn: false }
}

/** Stores the time of the host's next request before the present one, and extends the lease. */
export async function noteAssetRequest(ctx: Ctx, host: string, nextAt: Date, leaseMs: number): Promise<void> {
  await sql`update host_clock set next_at = greatest(next_at, ${nextAt.toISOString()}::timestamptz),
      asset_until = now() + ${leaseMs} * interval '1 millisecond'
    where host = ${host} and asset_until is not null`.execute(ctx.db)
}

export async function releaseAssetHosts(ctx: Ctx, hosts: readonly string[]): Promise<void> {
  await sql`update host_clock set asset_until = null where host = any(${hosts}::text[])`.execute(ctx.db)
}
