import { sql } from 'kysely'
import type { FigureAlert } from '#contract/figure.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { AlertOutcome } from './judge-alert.ts'

const columns = sql`id, page_id, key, name, rule, amount, is_share, value, base, state, checked_at`

export async function findAlerts(ctx: Ctx, pageId: number): Promise<FigureAlert[]> {
  const { rows } = await sql<FigureAlert>`select ${columns} from figure_alert
    where owner = ${ctx.actor.id}::bigint and page_id = ${pageId}::bigint order by id`.execute(ctx.db)
  return rows
}

type NewAlert = Pick<FigureAlert, 'page_id' | 'key' | 'name' | 'rule' | 'amount' | 'is_share'> & {
  og_id: number
  version_id: number
}

/** Undefined if the user has reached the limit. The lock makes the second of two concurrent calls count the first. */
export async function insertAlert(
  ctx: Ctx,
  { og_id, page_id, key, name, rule, amount, is_share, version_id }: NewAlert,
  { value, base, state }: AlertOutcome,
  most: number,
): Promise<FigureAlert | undefined> {
  const at = ctx.now().toISOString()
  await sql`select pg_advisory_xact_lock(hashtext('figure_alert'), ${ctx.actor.id}::int)`.execute(ctx.db)
  try {
    const { rows } = await sql<FigureAlert>`insert into figure_alert (owner, og_id, page_id, key, name, rule, amount,
        is_share, value, base, state, checked_version, checked_status, checked_at, created_at)
      select ${ctx.actor.id}::bigint, ${og_id}::bigint, ${page_id}::bigint, ${key}, ${name}, ${rule},
        ${amount}::float8, ${is_share}::boolean, ${value}::float8, ${base}::float8, ${state}, ${version_id}::bigint,
        (select status from page where og_id = ${og_id}::bigint and id = ${page_id}::bigint),
        ${at}::timestamptz, ${at}::timestamptz
      where (select count(*) from figure_alert where owner = ${ctx.actor.id}::bigint) < ${most}::int
      returning ${columns}`.execute(ctx.db)
    return rows[0]
  } catch (error) {
    if (isUniqueViolation(error, 'figure_alert_same_key')) throw new AppError('duplicate', { value: name })
    throw error
  }
}

/** False if this user has no such alert. */
export async function removeAlert(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`delete from figure_alert where id = ${id}::bigint and owner = ${ctx.actor.id}::bigint
    returning id`.execute(ctx.db)
  return rows.length > 0
}

/** The page has another newest version or another status than at the last check. */
const isDue = sql<boolean>`(page.last_version is distinct from figure_alert.checked_version
  or page.status is distinct from figure_alert.checked_status)`

export type DuePage = { og_id: number; page_id: number; version_id: number | null; is_active: boolean }

/** Pages with an alert that is due. */
export async function findDuePages(ctx: Ctx, ogId?: number): Promise<DuePage[]> {
  const { rows } = await sql<DuePage>`select distinct page.og_id, page.id as page_id, page.last_version as version_id,
      page.status = 'active' as is_active
    from figure_alert join page on page.og_id = figure_alert.og_id and page.id = figure_alert.page_id
    where ${isDue} and ${ogId === undefined ? sql`true` : sql`page.og_id = ${ogId}::bigint`}
    order by page.og_id, page.id`.execute(ctx.db)
  return rows
}

export type DueAlert = FigureAlert & { owner: number }

/** The due alerts of a page, locked; those that another process checks are left out. */
export async function lockDueAlerts(ctx: Ctx, { og_id, page_id }: DuePage): Promise<DueAlert[]> {
  const { rows } =
    await sql<DueAlert>`select figure_alert.owner, figure_alert.id, figure_alert.page_id, key, name, rule,
      amount, is_share, value, base, state, checked_at
    from figure_alert join page on page.og_id = figure_alert.og_id and page.id = figure_alert.page_id
    where page.og_id = ${og_id}::bigint and page.id = ${page_id}::bigint and ${isDue}
    order by figure_alert.id for update of figure_alert skip locked`.execute(ctx.db)
  return rows
}

export async function saveOutcomes(
  ctx: Ctx,
  { og_id, page_id, version_id }: DuePage,
  outcomes: readonly (AlertOutcome & { id: number })[],
): Promise<void> {
  await sql`update figure_alert set value = e.value, base = e.base, state = e.state,
      checked_version = ${version_id}::bigint, checked_at = ${ctx.now().toISOString()}::timestamptz,
      checked_status = (select status from page where og_id = ${og_id}::bigint and id = ${page_id}::bigint)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as e (id bigint, value float8, base float8, state text)
    where figure_alert.id = e.id`.execute(ctx.db)
}

export async function hasAlerts(ctx: Ctx, ogId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from figure_alert
    where og_id = ${ogId}::bigint) as is`.execute(ctx.db)
  return rows[0]!.is
}
