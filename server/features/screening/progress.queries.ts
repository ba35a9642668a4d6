import { sql } from 'kysely'
import { type PartyEntity, partyEntities } from '#contract/registry.ts'
import { engineVersion } from '#server/name/name.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type ScreenedList = {
  id: number
  version: number
  /** The version and the rule that all records were compared with. */
  screened: number | null
  rule: number
  /** The engine with which all records were compared: its `engineVersion`, 0 before the first. */
  engine: number
  cursor: Cursor | null
  /** Identifies the set of quarantined entries, which are not compared; empty if there are none. */
  aside: string
}
/**
 * Position from which a run continues after its worker was killed: behind this record, with `done` of `total` records.
 */
export type Cursor = {
  version: number
  rule: number
  engine: number
  since: number
  noun: PartyEntity
  id: number
  done: number
  total: number
}

export async function findScreened(ctx: Ctx): Promise<ScreenedList[]> {
  const { rows } = await sql<ScreenedList>`select list.id, list.version, done.version as screened,
      coalesce(done.rule, 0) as rule, coalesce(done.engine, 0) as engine, done.cursor,
      coalesce((select md5(string_agg(key, ' ' order by key)) from set_aside
        where queue = 'screening' and starts_with(key, 'entry:' || list.id || ':')), '') as aside
    from list left join screened_list as done on done.list_id = list.id where list.version is not null order by list.id`.execute(
    ctx.db,
  )
  return rows
}

/**
 * Waits for other workers that screen this list. Returns false if the list is deleted, has another version by now, or
 * the rule has changed. The lock is `for no key update`, so that rows that refer to the list can be written meanwhile.
 */
export async function lockScreened(ctx: Ctx, { id, version }: ScreenedList, rule: number): Promise<boolean> {
  const { rows } = await sql`select from list where list.id = ${id}::bigint and list.version = ${version}::int
      and ${rule}::int = coalesce((select max(version) from screening_rule), 0) for no key update of list`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/**
 * Whether all records are compared with the present version of the list by the present rule. A comparison by a newer
 * engine is valid for an older one.
 */
export const isWhole = ({ screened, version, rule, engine }: ScreenedList, ruleVersion: number) =>
  screened === version && rule === ruleVersion && engine >= engineVersion

/** Whether a run with the present version of the list, rule and engine is under way. */
export const isUnderWay = ({ version, cursor }: ScreenedList, ruleVersion: number) =>
  cursor?.version === version && cursor.rule === ruleVersion && cursor.engine === engineVersion

/** Begins a run; a run that was under way stops when it finds this cursor. */
export async function startCursor(ctx: Ctx, id: number, cursor: Cursor): Promise<void> {
  await sql`insert into screened_list (list_id, cursor) values (${id}::bigint, ${JSON.stringify(cursor)}::jsonb)
    on conflict (list_id) do update set cursor = excluded.cursor`.execute(ctx.db)
}

/**
 * Moves the cursor if it is where this run left it; false if another run has begun since, or everything has to begin
 * again.
 */
export async function moveCursor(ctx: Ctx, id: number, from: Cursor, to: Cursor): Promise<boolean> {
  const { numAffectedRows } = await sql`update screened_list set cursor = ${JSON.stringify(to)}::jsonb
    where list_id = ${id}::bigint and cursor = ${JSON.stringify(from)}::jsonb`.execute(ctx.db)
  return Number(numAffectedRows ?? 0) > 0
}

/** Stores that all records are compared with this version; false if another worker has begun the run again. */
export async function storeScreenedList(
  ctx: Ctx,
  { id, version }: ScreenedList,
  rule: number,
  cursor: Cursor,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update screened_list set version = ${version}::int, rule = ${rule}::int, engine = ${engineVersion}::int,
      cursor = null, screened_at = ${ctx.now().toISOString()}::timestamptz
    where list_id = ${id}::bigint and cursor = ${JSON.stringify(cursor)}::jsonb`.execute(ctx.db)
  return Number(numAffectedRows ?? 0) > 0
}

/**
 * Makes all records be compared with this entry again, as if it were new. If the first run has not ended, it begins
 * again.
 */
export async function screenEntryAgain(ctx: Ctx, listId: number, key: string): Promise<void> {
  await sql`update screened_list as done
    set version = case when done.version is not null then least(done.version, entry.since - 1) end, cursor = null
    from list_entry as entry where entry.list_id = ${listId}::bigint and entry.key = ${key} and entry.until is null
      and done.list_id = entry.list_id`.execute(ctx.db)
}

/** Progress of comparing all lists again; null if each list is compared in its present state by the present rule. */
export async function findProgress(ctx: Ctx, rule: number): Promise<{ done: number; total: number } | null> {
  const waiting = (await findScreened(ctx)).filter(list => !isWhole(list, rule) || list.cursor !== null)
  if (waiting.length === 0) return null
  const isBegun = (list: ScreenedList) => isUnderWay(list, rule)
  const all = waiting.every(isBegun) ? 0 : await countParties(ctx)
  return waiting.reduce(
    (sum, list) => ({
      done: sum.done + (isBegun(list) ? (list.cursor?.done ?? 0) : 0),
      total: sum.total + (isBegun(list) ? (list.cursor?.total ?? 0) : all),
    }),
    { done: 0, total: 0 },
  )
}

export async function countParties(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (${sql.join(
    partyEntities.map(noun => sql`(select count(*) from ${sql.table(noun)} where deleted_at is null)`),
    sql` + `,
  )})::int as count`.execute(ctx.db)
  return rows[0]?.count ?? 0
}
