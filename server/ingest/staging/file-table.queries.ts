import { type RawBuilder, sql } from 'kysely'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { DB } from '#server/platform/db/db-types.ts'

/** Names a job's step of a file: as soon as the file has another step, the job changes nothing. */
export type JobStep = { id: number; step: number }
export type FilePage = {
  current: number
  pageSize: number
  sort?: string | undefined
  keyword?: string | undefined
}

/**
 * A table of files that jobs read, check and write in steps. `states`: those in which a job works; `json`: its columns
 * of JSON; `columns`: names that differ from the usual ones.
 */
type FileTableOptions = {
  states: readonly string[]
  json: readonly string[]
  columns?: { state?: string; step?: string; updated_at?: string }
}

const stalledAfterMs = 120_000

/** Text as a pattern that it matches anywhere. */
export const likeOf = (text = '') => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The queries that every table of files needs. Rows have `version`, which differs after each change. */
export function fileTable<Row extends { id: number }>(name: keyof DB, { states, json, columns }: FileTableOptions) {
  const table = sql.table(name)
  const [state, step, updatedAt] = [
    sql.ref(columns?.state ?? 'state'),
    sql.ref(columns?.step ?? 'step'),
    sql.ref(columns?.updated_at ?? 'updated_at'),
  ]
  const all = sql`*, xmin::text as version`
  const toSql = (column: string, value: unknown) =>
    json.includes(column) && value !== null ? JSON.stringify(value) : value
  const given = (values: object) => Object.entries(values).filter(([, value]) => value !== undefined)
  const isMine = (ctx: Ctx) => sql`owner = ${ctx.actor.id}::bigint`
  const pageOf = async (ctx: Ctx, query: FilePage, filter = sql`true`): Promise<ListPage<Row>> => {
    const { current, pageSize, keyword, sort } = query
    const where = sql`${isMine(ctx)} and ${filter} and file_name ilike ${likeOf(keyword)}`
    const order = sort === 'created_at' ? sql`id` : sql`id desc`
    const [items, count] = await Promise.all([
      sql<Row>`select ${all} from ${table} where ${where} order by ${order}
        limit ${pageSize}::int offset ${(current - 1) * pageSize}::int`.execute(ctx.db),
      sql<{ total: number }>`select count(*)::int as total from ${table} where ${where}`.execute(ctx.db),
    ])
    return { items: items.rows, total: count.rows[0]!.total, current, pageSize }
  }
  return {
    name,
    /** Inserts a file of the caller. */
    async insert(ctx: Ctx, values: Partial<Row>): Promise<Row> {
      const at = ctx.now().toISOString()
      const row = given({ ...values, locale: ctx.locale, owner: ctx.actor.id, created_at: at, updated_at: at })
      const { rows } = await sql<Row>`insert into ${table} (${sql.join(row.map(([column]) => sql.ref(column)))})
        values (${sql.join(row.map(([column, value]) => sql`${toSql(column, value)}`))}) returning ${all}`.execute(
        ctx.db,
      )
      return rows[0]!
    },
    async change(ctx: Ctx, id: number, values: Partial<Row>): Promise<Row> {
      const sets = given(values).map(([column, value]) => sql`${sql.ref(column)} = ${toSql(column, value)}, `)
      const { rows } = await sql<Row>`update ${table} set ${sql.join(sets, sql``)}
        ${updatedAt} = ${ctx.now().toISOString()} where id = ${id} returning ${all}`.execute(ctx.db)
      return rows[0]!
    },
    /** Locks and returns the file if the step is still its present one, so that two jobs of a step take turns. */
    async lock(ctx: Ctx, job: JobStep, during: readonly string[] = states): Promise<Row | undefined> {
      const { rows } = await sql<Row>`select ${all} from ${table} where id = ${job.id} and ${step} = ${job.step}
        and ${state} = any(${during}::text[]) for update`.execute(ctx.db)
      return rows[0]
    },
    /** A file of the caller; those of other users do not exist for them. */
    async findMine(ctx: Ctx, id: number, { lock = false } = {}): Promise<Row | undefined> {
      const { rows } = await sql<Row>`select ${all} from ${table} where id = ${id} and ${isMine(ctx)}
        ${lock ? sql`for update` : sql``}`.execute(ctx.db)
      return rows[0]
    },
    /** Files of the caller, the newest first. */
    findMyPage: pageOf,
    /** Number of the caller's files, without `all` only of those that a job works on. */
    async countMine(ctx: Ctx, { all: isAll = false } = {}): Promise<number> {
      const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${table}
        where ${isMine(ctx)} ${isAll ? sql`` : sql`and ${state} = any(${states}::text[])`}`.execute(ctx.db)
      return rows[0]!.total
    },
    /** Files whose step has made no progress for a while: its worker died. */
    async findStalled(ctx: Ctx): Promise<Row[]> {
      const before = new Date(ctx.now().getTime() - stalledAfterMs).toISOString()
      const { rows } = await sql<Row>`select ${all} from ${table} where ${state} = any(${states}::text[])
        and ${updatedAt} < ${before} for update skip locked`.execute(ctx.db)
      return rows
    },
    /** Deletes finished files that were last changed before `before`; returns the keys of their stored files. */
    async removeBefore(ctx: Ctx, before: Date, filter: RawBuilder<unknown> = sql`true`): Promise<string[]> {
      const { rows } = await sql<{ file_key: string | null }>`delete from ${table}
        where ${state} <> all(${states}::text[]) and ${updatedAt} < ${before.toISOString()} and ${filter}
        returning file_key`.execute(ctx.db)
      return rows.flatMap(row => row.file_key ?? [])
    },
    /** Those of these keys that a row names. */
    async findStoredFiles(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
      const { rows } = await sql<{ file_key: string }>`select file_key from ${table}
        where file_key = any(${keys}::text[])`.execute(ctx.db)
      return new Set(rows.map(row => row.file_key))
    },
  }
}

export type FileTable<Row extends { id: number }> = ReturnType<typeof fileTable<Row>>
