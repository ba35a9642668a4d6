import { sql } from 'kysely'
import type { Event } from '#contract/event.api.ts'
import { admins, editors } from '#contract/role.ts'
import { pageExists } from '#server/features/page/page.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Evidence = NonNullable<Event['evidence']>

/** Only administrators and editors may read pages. */
const readsPages = (ctx: Ctx) => editors.includes(ctx.actor.role)

export async function findEvidence(ctx: Ctx, eventIds: readonly number[]): Promise<Map<number, Evidence>> {
  if (eventIds.length === 0 || !readsPages(ctx)) return new Map()
  const { rows } = await sql<Evidence & { event_id: number }>`
    select event.id as event_id, page_version.id as version_id, page.id as page_id, page.url, page_version.title,
      page_version.fetched_at
    from event join page_version on page_version.id = event.page_version
      join page on page.og_id = page_version.og_id and page.id = page_version.page_id
      join og on og.id = page.og_id
    where event.id = any(${eventIds}::bigint[]) and ${pageExists(ctx)}`.execute(ctx.db)
  return new Map(rows.map(({ event_id, ...evidence }) => [event_id, evidence]))
}

/** Locks a readable version against pruning until the transaction ends; false if it does not exist. */
export async function lockVersionForEvidence(ctx: Ctx, id: number): Promise<boolean> {
  if (!readsPages(ctx)) return false
  const { rows } = await sql`select page_version.id from page_version join og on og.id = page_version.og_id
    where page_version.id = ${id}::bigint and ${pageExists(ctx)} for key share of page_version`.execute(ctx.db)
  return rows.length > 0
}

export async function diffExists(ctx: Ctx, id: number): Promise<boolean> {
  if (!admins.includes(ctx.actor.role)) return false
  const { rows } = await sql`select diff.id from diff join og on og.id = diff.og_id
    where diff.id = ${id}::bigint and ${pageExists(ctx)}`.execute(ctx.db)
  return rows.length > 0
}

export async function saveEvidence(
  ctx: Ctx,
  eventId: number,
  { page_version, diff_id }: { page_version?: number | null | undefined; diff_id?: number | undefined },
): Promise<void> {
  await sql`update event set
      page_version = ${page_version === undefined ? sql`page_version` : sql`${page_version}::bigint`},
      diff_id = coalesce(${diff_id ?? null}::bigint, diff_id)
    where id = ${eventId}::bigint`.execute(ctx.db)
}
