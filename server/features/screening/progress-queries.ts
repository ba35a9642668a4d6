import { sql } from 'kysely'
import { type PartyNoun, partyNouns } from '#contract/noun.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type ScreenedList = {
  id: number
  version: number
  /** The version, and the rule, with which all records were compared. */
  screened: number | null
  rule: number
  cursor: Cursor | null
}
/** Where a killed worker goes on: behind this record, of so many that have to be compared. */
export type Cursor = {
  version: number
  rule: number
  since: number
  noun: PartyNoun
  id: number
  done: number
  total: number
}

export async function findScreened(ctx: Ctx): Promise<ScreenedList[]> {
  const { rows } = await sql<ScreenedList>`select list.id, list.version, done.version as screened,
      coalesce(done.rule, 0) as rule, done.cursor
    from list left join screened_list as done on done.list_id = list.id where list.version is not null order by list.id`.execute(
    ctx.db,
  )
  return rows
}

/**
 * Waits for others who screen this list; false where it is gone, has another version by now, or pairs are scored otherwise. It is
 * locked as one whose key stays: rows that name the list are written meanwhile.
 */
export async function lockScreened(ctx: Ctx, { id, version }: ScreenedList, rule: number): Promise<boolean> {
  const { rows } = await sql`select from list where list.id = ${id}::bigint and list.version = ${version}::int
      and ${rule}::int = coalesce((select max(version) from screening_rule), 0) for no key update of list`.execute(
    ctx.db,
  )
  return rows.length > 0
}

export async function keepCursor(ctx: Ctx, id: number, cursor: Cursor): Promise<void> {
  await sql`insert into screened_list (list_id, cursor) values (${id}::bigint, ${JSON.stringify(cursor)}::jsonb)
    on conflict (list_id) do update set cursor = excluded.cursor`.execute(ctx.db)
}

export async function keepScreened(ctx: Ctx, { id, version }: ScreenedList, rule: number): Promise<void> {
  await sql`insert into screened_list (list_id, version, rule) select id, ${version}::int, ${rule}::int from list where id = ${id}::bigint
    on conflict (list_id) do update set version = excluded.version, rule = excluded.rule, cursor = null`.execute(ctx.db)
}

/** How far all lists are compared again; null where each is, with what holds now. */
export async function findProgress(ctx: Ctx, rule: number): Promise<{ done: number; total: number } | null> {
  const waiting = (await findScreened(ctx)).filter(
    list => list.screened !== list.version || list.rule !== rule || list.cursor !== null,
  )
  if (waiting.length === 0) return null
  const isBegun = ({ version, cursor }: ScreenedList) => cursor?.version === version && cursor.rule === rule
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
    partyNouns.map(noun => sql`(select count(*) from ${sql.table(noun)} where deleted_at is null)`),
    sql` + `,
  )})::int as count`.execute(ctx.db)
  return rows[0]?.count ?? 0
}
