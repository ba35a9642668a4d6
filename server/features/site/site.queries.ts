import { sql } from 'kysely'
import { type SiteSettings, siteDefaults, siteFields } from '#contract/site.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type SiteRow = SiteSettings & { og_id: number; rev: number; next_at: string | null }

const settings = sql.join(siteFields.map(field => sql.ref(field)))

/** The settings of a site, or the defaults until a user changes them. */
export async function findSite(ctx: Ctx, ogId: number, options: { lock?: boolean } = {}): Promise<SiteRow> {
  const { rows } = await sql<SiteRow>`select og_id, rev, next_at, ${settings} from site
    where og_id = ${ogId}::bigint ${options.lock ? sql`for update` : sql``}`.execute(ctx.db)
  return rows[0] ?? { og_id: ogId, rev: 0, next_at: null, ...siteDefaults }
}

/** Creates the row if it is missing, so that it can be locked. */
export async function ensureSite(ctx: Ctx, ogId: number): Promise<void> {
  await sql`insert into site (og_id) values (${ogId}::bigint) on conflict do nothing`.execute(ctx.db)
}

export async function changeSite(
  ctx: Ctx,
  ogId: number,
  values: Partial<SiteSettings> & { next_at: Date | null },
): Promise<void> {
  const sets = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) =>
      column === 'filter'
        ? sql`filter = ${JSON.stringify(value)}::jsonb`
        : sql`${sql.ref(column)} = ${value instanceof Date ? value.toISOString() : value}`,
    )
  await sql`update site set ${sql.join(sets)}, rev = rev + 1, updated_at = ${ctx.now().toISOString()}
    where og_id = ${ogId}::bigint`.execute(ctx.db)
}

/** Sites that are due and have a live organisation, locked so that two workers do not start the same one. */
export async function findDueSites(ctx: Ctx, most: number): Promise<SiteRow[]> {
  const { rows } = await sql<SiteRow>`select og_id, rev, next_at, ${settings} from site
    where is_on and next_at <= ${ctx.now().toISOString()}
      and exists (select from og where og.id = site.og_id and og.deleted_at is null)
    order by next_at limit ${most} for update skip locked`.execute(ctx.db)
  return rows
}

/** Locks a site that is switched on. */
export async function lockOn(ctx: Ctx, ogId: number): Promise<SiteRow | undefined> {
  const { rows } = await sql<SiteRow>`select og_id, rev, next_at, ${settings} from site
    where og_id = ${ogId}::bigint and is_on
      and exists (select from og where og.id = site.og_id and og.deleted_at is null)
    for update`.execute(ctx.db)
  return rows[0]
}

export async function setNextAt(ctx: Ctx, ogId: number, at: Date | null): Promise<void> {
  await sql`update site set next_at = ${at?.toISOString() ?? null} where og_id = ${ogId}::bigint`.execute(ctx.db)
}

type PageCounts = { active: number; gone: number; forbidden: number; error: number; feeds: number }

export async function countPages(ctx: Ctx, ogId: number): Promise<PageCounts> {
  const { rows } = await sql<PageCounts>`select
      count(*) filter (where status = 'active')::int as active, count(*) filter (where status = 'gone')::int as gone,
      count(*) filter (where status = 'forbidden')::int as forbidden, count(*) filter (where status = 'error')::int as error,
      count(*) filter (where feed is not null and status = 'active')::int as feeds
    from page where og_id = ${ogId}::bigint`.execute(ctx.db)
  return rows[0]!
}
