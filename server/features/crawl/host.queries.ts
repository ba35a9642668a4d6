import { sql } from 'kysely'
import { alonePriority } from '#server/features/site/site.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/db.ts'

export type Host = {
  host: string
  next_at: string
  back_off_ms: number
  fails: number
  robots: string | null
  robots_state: string | null
  robots_at: string | null
}

const due = (at: string) => sql`frontier.state = 'waiting' and frontier.next_at <= ${at}
  and (exists (select from round where round.og_id = frontier.og_id and round.number = frontier.round
      and round.state = 'running')
    or frontier.priority >= ${alonePriority}
      and exists (select from og where og.id = frontier.og_id and og.deleted_at is null))`

/** Leases end by the database's clock: the clocks of two machines need not agree. */
const leaseEnd = (leaseMs: number) => sql`now() + ${leaseMs} * interval '1 millisecond'`

/**
 * Leases hosts that have due work and no holder, or whose collector sends no heartbeat. Addresses that a lost collector
 * had taken wait again. The query steps through the index of waiting addresses from host to host, because most known
 * hosts are idle.
 */
export async function claimHosts(
  ctx: Ctx,
  deviceId: number,
  { most, leaseMs }: { most: number; leaseMs: number },
): Promise<Host[]> {
  const at = ctx.now().toISOString()
  const { rows } = await sql<Host & { was_lost: boolean }>`
    with recursive waiting (host) as (
      (select host from frontier where state = 'waiting' order by host limit 1)
      union all select (select next.host from frontier as next where next.state = 'waiting' and next.host > waiting.host
          order by next.host limit 1) from waiting where waiting.host is not null
    ), candidate as materialized (
      select host from waiting where host is not null union select host from host_clock where device_id is not null
    ), free as (
      select host_clock.host, host_clock.device_id is not null as was_lost from host_clock
      where host_clock.host in (select host from candidate) and (host_clock.device_id is null or host_clock.lease_until < now())
        and (host_clock.asset_until is null or host_clock.asset_until < now()) and host_clock.next_at <= ${at}
        and (exists (select from frontier where frontier.host = host_clock.host and ${due(at)})
          or host_clock.device_id is not null)
      order by host_clock.next_at limit ${most} for update skip locked
    )
    update host_clock set device_id = ${deviceId}::bigint, lease_until = ${leaseEnd(leaseMs)} from free
    where host_clock.host = free.host
    returning host_clock.host, host_clock.next_at, host_clock.back_off_ms, host_clock.fails, host_clock.robots,
      host_clock.robots_state, host_clock.robots_at, free.was_lost`.execute(ctx.db)
  const lost = rows.filter(row => row.was_lost).map(row => row.host)
  if (lost.length > 0)
    await sql`update frontier set state = 'waiting' where state = 'taken' and host = any(${lost}::text[])`.execute(
      ctx.db,
    )
  return rows
}

/** Releases the leases of hosts. */
export async function releaseHosts(ctx: Ctx, deviceId: number, hosts: readonly string[]): Promise<void> {
  await sql`update host_clock set device_id = null, lease_until = null
    where host = any(${hosts}::text[]) and device_id = ${deviceId}::bigint`.execute(ctx.db)
}

/**
 * Expires the leases of hosts whose work failed: their taken addresses may not have been returned. The next collector
 * takes these hosts over as from a lost collector, and the taken addresses wait again.
 */
export async function abandonHosts(ctx: Ctx, deviceId: number, hosts: readonly string[]): Promise<void> {
  await sql`update host_clock set lease_until = '-infinity'
    where host = any(${hosts}::text[]) and device_id = ${deviceId}::bigint`.execute(ctx.db)
}

/**
 * Expires the leases of collectors whose processes are lost: the next collector that looks for work takes their hosts.
 */
export async function endLeases(db: Db, processIds: readonly number[]): Promise<void> {
  await sql`update host_clock set lease_until = '-infinity' from device
    where device.id = host_clock.device_id and device.process_id = any(${processIds}::bigint[])`.execute(db)
}

/**
 * Commits without waiting for the disk, once a row of it is read: addresses whose taking a power cut has lost are waiting,
 * and are taken again.
 */
const relaxed = sql`relaxed as materialized (select set_config('synchronous_commit', 'off', true) as is)`

/**
 * Returns addresses that were taken and not fetched to the queue, without counting the attempt. It waits for the disk: an
 * address whose return is lost would stay taken by a collector that has forgotten it.
 */
export async function giveBack(ctx: Ctx, deviceId: number, targets: readonly CrawlTarget[]): Promise<void> {
  if (targets.length === 0) return
  const rows = targets.map(({ og_id, url_key, round, host }) => ({ og_id, url_key, round, host }))
  await sql`update frontier set state = 'waiting', attempts = greatest(frontier.attempts - 1, 0)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (og_id bigint, url_key text, round integer, host text)
    where frontier.og_id = e.og_id and frontier.url_key = e.url_key and frontier.state::text = 'taken'
      and exists (select from host_clock where host_clock.host = e.host and host_clock.device_id = ${deviceId}::bigint)`.execute(
    ctx.db,
  )
}

/** Heartbeat of a collector: extends the leases of its hosts. Returns the hosts that it still holds. */
export async function renewLeases(
  ctx: Ctx,
  deviceId: number,
  { hosts, leaseMs }: { hosts: readonly string[]; leaseMs: number },
): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`update host_clock set lease_until = ${leaseEnd(leaseMs)}
    where device_id = ${deviceId}::bigint and host = any(${hosts}::text[])
      and lease_until >= now() returning host`.execute(ctx.db)
  return rows.map(row => row.host)
}

/** An address to fetch, with the known data of its page. */
export type CrawlTarget = {
  og_id: number
  url_key: string
  url: string
  host: string
  round: number
  depth: number
  priority: number
  attempts: number
  page_id: number | null
  page_status: string | null
  /** Reason why the page is not active. */
  status_reason: string | null
  last_round: number | null
  gone_rounds: number | null
  failing_since: string | null
  etag: string | null
  last_modified: string | null
  version: TargetVersion | null
  /** Text hash of the good version before the newest: a page that returns to this text is reported as changed back. */
  text_before: string | null
  low_hash: string | null
  new_version: number
}
export type TargetVersion = {
  id: number
  hash: string
  text_hash: string
  text_blob: string | null
  content_type: string | null
  charset: string | null
  final_url: string
  effective_status: number | null
}

/** Takes the next addresses of a host that this collector holds. */
export async function claimTargets(ctx: Ctx, host: string, most: number): Promise<CrawlTarget[]> {
  const at = ctx.now().toISOString()
  const { rows } = await sql<CrawlTarget>`
    with ${relaxed}, next as (
      select frontier.og_id, frontier.url_key from frontier join og on og.id = frontier.og_id and og.deleted_at is null
      where frontier.host = ${host} and ${due(at)}
      order by frontier.priority desc, frontier.depth, frontier.next_at limit ${most} for update of frontier skip locked
    ), taken as (
      update frontier set state = 'taken', attempts = attempts + 1 from next
      where frontier.og_id = next.og_id and frontier.url_key = next.url_key
      returning frontier.*
    )
    select taken.og_id, taken.url_key, taken.url, taken.host, taken.round, taken.depth, taken.priority, taken.attempts,
      page.id as page_id, page.status::text as page_status, page.status_reason, page.last_round, page.gone_rounds, page.failing_since,
      page.etag, page.last_modified, og.new_version,
      case when version.id is not null then json_build_object('id', version.id, 'hash', encode(version.hash, 'hex'),
        'text_hash', encode(version.text_hash, 'hex'), 'text_blob', encode(version.text_blob, 'hex'),
        'content_type', version.content_type, 'charset', version.charset, 'final_url', version.final_url,
        'effective_status', version.effective_status) end as version,
      case when version.id is not null then (select encode(before.text_hash, 'hex') from page_version as before
        where before.og_id = page.og_id and before.page_id = page.id and before.id < version.id and before.is_good
          and before.archive_id is null
        order by before.id desc limit 1) end as text_before,
      (select encode(low.hash, 'hex') from page_version as low where low.og_id = page.og_id and low.page_id = page.id
        and low.id = page.low_version) as low_hash
    from taken cross join relaxed join og on og.id = taken.og_id
      left join page on page.og_id = taken.og_id and page.url_key = taken.url_key
      left join page_version as version on version.og_id = page.og_id and version.page_id = page.id
        and version.id = page.last_version
    order by taken.priority desc, taken.depth, taken.next_at`.execute(ctx.db)
  return rows
}

export async function saveRobots(
  ctx: Ctx,
  host: string,
  robots: { text: string | null; state: string },
): Promise<void> {
  await sql`update host_clock set robots = ${robots.text}, robots_state = ${robots.state},
    robots_at = ${ctx.now().toISOString()} where host = ${host}`.execute(ctx.db)
}

/**
 * Stores the time of the next request for a site with a long crawl delay: a killed collector must not shorten the
 * delay.
 */
export async function setNextRequestAt(ctx: Ctx, host: string, at: Date): Promise<void> {
  await sql`update host_clock set next_at = ${at.toISOString()} where host = ${host}`.execute(ctx.db)
}

/**
 * Returns the hosts of this list that this collector still holds. They are not locked: a collector that takes one over
 * returns its addresses to the queue, and settling checks them again. The transaction commits without waiting for the
 * disk: data lost in a power cut is fetched again.
 */
export async function findOwnHosts(ctx: Ctx, deviceId: number, hosts: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ host: string }>`
    with ${relaxed}
    select host from host_clock cross join relaxed where host = any(${hosts}::text[]) and device_id = ${deviceId}::bigint`.execute(
    ctx.db,
  )
  return new Set(rows.map(row => row.host))
}
