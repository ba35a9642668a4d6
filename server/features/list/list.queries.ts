import { type Selectable, sql } from 'kysely'
import type { List, ListPatch, ListVersion, loadStates } from '#contract/list.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { readableLive } from '#server/core/access.ts'
import { sourcePolicy } from '#server/features/source/source.policy.ts'
import { fileTable } from '#server/ingest/staging/file-table.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import type { List as ListTable, ListVersion as VersionTable } from '#server/platform/db/db-types.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { ListFault } from './words.ts'

export type ListLoadState = (typeof loadStates)[number]
export type StoredList = Omit<Selectable<ListTable>, 'every' | 'mapping' | 'kind'> &
  Pick<List, 'every' | 'mapping' | 'kind'>
type VersionJson = Pick<ListVersion, 'sheet' | 'format' | 'held_for' | 'left_kinds' | 'unread'>
export type StoredListVersion = Omit<Selectable<VersionTable>, 'state' | 'fault' | keyof VersionJson> &
  VersionJson & { state: ListLoadState; fault: ListFault | null }

/** Lists by name, with their sources if the requester may read them. */
export async function findLists(ctx: Ctx, id?: number): Promise<(StoredList & { source_name: string | null })[]> {
  const rows = await ctx.db
    .selectFrom('list')
    .leftJoin('source', join =>
      join.onRef('source.id', '=', 'list.source_id').on(readableLive(sourcePolicy, ctx, 'source')),
    )
    .selectAll('list')
    .select('source.name as source_name')
    .$if(id !== undefined, query => query.where('list.id', '=', id ?? 0))
    .orderBy('list.name')
    .execute()
  return rows as (StoredList & { source_name: string | null })[]
}

export async function lockList(ctx: Ctx, id: number): Promise<StoredList | undefined> {
  const row = await ctx.db.selectFrom('list').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row as StoredList | undefined
}

/** Locks the lists that are due and have no load in progress, so that no other worker takes them. */
export async function lockDue(ctx: Ctx): Promise<StoredList[]> {
  const rows = await ctx.db
    .selectFrom('list')
    .selectAll()
    .where('due_at', '<=', ctx.now().toISOString() as never)
    .where('address', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('list_version')
            .select('id')
            .whereRef('list_id', '=', 'list.id')
            .where('state', 'in', ['loading', 'mapping', 'held']),
        ),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  return rows as StoredList[]
}

type Values = Partial<
  Pick<
    StoredList,
    'name' | 'kind' | 'is_kind_chosen' | 'source_id' | 'address' | 'every' | 'due_at' | 'version' | 'mapping'
  >
>

/** JSON as the database accepts it. */
const asJson = <Value>(value: Value | undefined) =>
  value === undefined ? undefined : value === null ? null : JSON.stringify(value)

export async function insertList(ctx: Ctx, values: Omit<Values, 'mapping'> & { name: string }): Promise<StoredList> {
  const at = ctx.now().toISOString()
  try {
    const row = await ctx.db
      .insertInto('list')
      .values({ ...values, created_at: at, updated_at: at })
      .returningAll()
      .executeTakeFirstOrThrow()
    return row as StoredList
  } catch (error) {
    throw twice(error, values.name)
  }
}

export async function patchList(
  ctx: Ctx,
  { id, rev, name }: StoredList,
  { mapping, ...values }: Values,
): Promise<void> {
  try {
    await ctx.db
      .updateTable('list')
      .set({
        ...values,
        ...(mapping !== undefined && { mapping: asJson(mapping) }),
        rev: rev + 1,
        updated_at: ctx.now().toISOString(),
      })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    throw twice(error, values.name ?? name)
  }
}

const twice = (error: unknown, name: NonNullable<ListPatch['name']>) =>
  isUniqueViolation(error, 'list_name_key') ? new AppError('duplicate', { value: name }) : error

/** Removes a list with its versions, and returns the keys of their files. */
export async function removeList(ctx: Ctx, id: number): Promise<string[]> {
  const files = await ctx.db
    .selectFrom('list_version')
    .select('file_key')
    .where('list_id', '=', id)
    .where('file_key', 'is not', null)
    .execute()
  await ctx.db.deleteFrom('list').where('id', '=', id).execute()
  return files.flatMap(({ file_key }) => file_key ?? [])
}

type NewVersion = Pick<StoredListVersion, 'list_id' | 'file_name'> &
  Partial<Pick<StoredListVersion, 'file_key' | 'address' | 'size'>>

/** Undefined if the list is being loaded already. */
export async function insertVersion(ctx: Ctx, values: NewVersion): Promise<StoredListVersion | undefined> {
  const at = ctx.now().toISOString()
  const row = await ctx.db
    .insertInto('list_version')
    .values(({ selectFrom, fn, val }) => ({
      ...values,
      n: selectFrom('list_version')
        .select(sql<number>`coalesce(${fn.max('n')}, 0) + 1`.as('n'))
        .where('list_id', '=', values.list_id),
      state: val('loading'),
      owner: ctx.actor.id,
      started_at: at,
      touched_at: at,
    }))
    .onConflict(conflict => conflict.column('list_id').where('state', 'in', ['loading', 'mapping', 'held']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row as StoredListVersion | undefined
}

export async function findVersion(ctx: Ctx, listId: number, n: number): Promise<StoredListVersion | undefined> {
  const row = await ctx.db
    .selectFrom('list_version')
    .selectAll()
    .where('list_id', '=', listId)
    .where('n', '=', n)
    .forUpdate()
    .executeTakeFirst()
  return row as StoredListVersion | undefined
}

export const versionFiles = fileTable<StoredListVersion>('list_version', {
  states: ['loading'],
  json: ['fault', 'sheet', 'left_kinds', 'unread'],
  columns: { updated_at: 'touched_at' },
})

/** The current version and the newest load of each list. */
export async function findNewest(ctx: Ctx, lists: readonly StoredList[]): Promise<StoredListVersion[]> {
  const { rows } = await sql<StoredListVersion>`select version.* from list
    join list_version as version on version.list_id = list.id
      and (version.n = list.version or version.n = (select max(n) from list_version where list_id = list.id))
    where list.id = any(${lists.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
  return rows
}

export async function findVersions(
  ctx: Ctx,
  listId: number,
  { current, pageSize, sort }: { current: number; pageSize: number; sort?: 'n' | '-n' | undefined },
): Promise<ListPage<StoredListVersion>> {
  const all = ctx.db.selectFrom('list_version').where('list_id', '=', listId)
  const [items, count] = await Promise.all([
    all
      .selectAll()
      .orderBy('n', sort === 'n' ? 'asc' : 'desc')
      .limit(pageSize)
      .offset((current - 1) * pageSize)
      .execute(),
    all.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: items as StoredListVersion[], total: count.total, current, pageSize }
}
