import { sql } from 'kysely'
import type { HeldChange } from '#contract/import.api.ts'
import type { Interchange, InterchangeKind } from '#contract/interchange.api.ts'
import { interchangeKinds } from '#contract/interchange.api.ts'
import { linkEntities, type MergeEntity, mergeEntities } from '#contract/registry.ts'
import { findKeys } from '#server/features/source/source.service.ts'
import { previousVerdict } from '#server/ingest/staging/turn.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { MappedEntity } from './ftm-in.ts'
import type { EntityRow, ExchangeFault } from './interchange.queries.ts'

/** An entity as stored until it is written; an entity with faults is wrong from the start. */
export type StagedEntity = { n: number; mapped: MappedEntity | null; faults: ExchangeFault[] }
type EntityVerdict = 'new' | 'changed' | 'unchanged' | 'wrong'
export type JudgedEntity = {
  row: EntityRow
  verdict: EntityVerdict
  faults: ExchangeFault[]
  changes: HeldChange[]
  record_id: number | null
}

export async function removeRows(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('interchange_row').where('interchange_id', '=', id).execute()
}

export async function insertRows(ctx: Ctx, id: number, rows: readonly StagedEntity[]): Promise<void> {
  if (rows.length === 0) return
  const json = rows.map(({ n, mapped, faults }) => ({
    n,
    kind: mapped?.kind ?? null,
    key: mapped?.key ?? null,
    own_id: mapped?.own_id ?? null,
    ids: mapped?.ids ?? [],
    name: mapped?.name ?? '',
    values: mapped?.values ?? {},
    ends: mapped?.ends ?? {},
    faults,
    verdict: faults.length > 0 ? 'wrong' : null,
  }))
  await sql`insert into interchange_row (interchange_id, n, kind, key, own_id, ids, name, "values", ends, faults, verdict)
    select ${id}::bigint, n, kind, key, own_id, ids, name, "values", ends, faults, verdict
    from json_populate_recordset(null::interchange_row, ${JSON.stringify(json)}::json)`.execute(ctx.db)
}

/** Marks repeated keys as wrong, except for their first occurrence. Also updates the planner's statistics. */
export async function markRepeated(ctx: Ctx, id: number): Promise<void> {
  const { rows } = await sql<Later>`select n, first from (
      select n, min(n) over (partition by key) as first from interchange_row
      where interchange_id = ${id}::bigint and key is not null
    ) as named where n > first`.execute(ctx.db)
  await markLater(ctx, id, 'repeated', rows)
  await sql`analyze interchange_row`.execute(ctx.db)
}

/** Removes links with an end at one of these entities; returns their keys. */
export async function removeLinksTo(ctx: Ctx, id: number, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ key: string }>`delete from interchange_row
    where interchange_id = ${id}::bigint and kind = any(${linkEntities}::text[])
      and exists (select from jsonb_each(ends) as each (name, ends), jsonb_array_elements_text(each.ends) as named (key)
        where named.key = any(${keys}::text[]))
    returning key`.execute(ctx.db)
  return rows.map(row => row.key)
}

/**
 * Handles entities that match the same record. If the file's source knows the later one by its id, or this deployment
 * gave it that id, both were merged here: the later one changes nothing and adds its claims. Otherwise two parties of
 * one name may be meant, and the later one is wrong.
 */
export async function markSameRecord(ctx: Ctx, id: number, sourceId: number | null): Promise<void> {
  const { rows } = await sql<MatchedEntity>`select n, first, kind, ids, own_id, record_id from (
      select n, kind, ids, own_id, record_id, min(n) over (partition by kind, record_id) as first from interchange_row
      where interchange_id = ${id}::bigint and record_id is not null and kind = any(${mergeEntities}::text[])
    ) as known where n > first`.execute(ctx.db)
  const merged: MatchedEntity[] = []
  for (const [noun, all] of Map.groupBy(rows, row => row.kind)) {
    const known = await findKeys(
      ctx,
      sourceId,
      noun,
      all.flatMap(row => row.ids),
    )
    merged.push(...all.filter(row => row.own_id !== null || row.ids.some(key => known.get(key) === row.record_id)))
  }
  const both = new Set(merged)
  await markLater(
    ctx,
    id,
    'same_record',
    rows.filter(row => !both.has(row)),
  )
  await markLater(ctx, id, 'same_record', merged, 'unchanged')
}

type MatchedEntity = Later & Pick<EntityRow, 'ids' | 'own_id'> & { kind: MergeEntity; record_id: number }
type Later = { n: number; first: number }

async function markLater(
  ctx: Ctx,
  id: number,
  code: ExchangeFault['code'],
  rows: readonly Later[],
  verdict: EntityVerdict = 'wrong',
): Promise<void> {
  if (rows.length === 0) return
  await sql`update interchange_row as row set verdict = ${verdict}, changes = '[]',
      faults = jsonb_build_array(jsonb_build_object('code', ${code}::text, 'detail', jsonb_build_object('n', later.first)))
    from json_to_recordset(${JSON.stringify(rows)}::json) as later (n int, first int)
    where row.interchange_id = ${id}::bigint and row.n = later.n`.execute(ctx.db)
}

const columns = ['n', 'kind', 'key', 'own_id', 'ids', 'name', 'values', 'ends'] as const

/** The next rows of a kind: those not judged yet, or with `toWrite` those that need writing and are not written. */
export async function findNext(
  ctx: Ctx,
  id: number,
  kind: InterchangeKind,
  { after, limit, toWrite }: { after: number; limit: number; toWrite: boolean },
): Promise<EntityRow[]> {
  return await ctx.db
    .selectFrom('interchange_row')
    .select(columns)
    .where('interchange_id', '=', id)
    .where('kind', '=', kind)
    .where('n', '>', after)
    .$if(!toWrite, query => query.where('verdict', 'is', null))
    .$if(toWrite, query => query.where('verdict', 'in', ['new', 'changed']).where('is_written', '=', false))
    .orderBy('n')
    .limit(limit)
    .$castTo<EntityRow>()
    .execute()
}

export async function saveJudged(
  ctx: Ctx,
  id: number,
  judged: readonly JudgedEntity[],
  isWritten: boolean,
): Promise<void> {
  if (judged.length === 0) return
  const json = judged.map(({ row, ...rest }) => ({ n: row.n, ...rest }))
  await sql`update interchange_row as row set verdict = judged.verdict, faults = judged.faults,
      changes = judged.changes, record_id = judged.record_id, is_written = ${isWritten},
      was = ${previousVerdict('row', isWritten)}
    from json_to_recordset(${JSON.stringify(json)}::json)
      as judged (n int, verdict text, faults jsonb, changes jsonb, record_id bigint)
    where row.interchange_id = ${id}::bigint and row.n = judged.n`.execute(ctx.db)
}

type LinkEndRow = { key: string; kind: InterchangeKind; record_id: number | null; verdict: EntityVerdict | null }

/** The entities with these keys, as far as the file has them. */
export async function findByKeys(ctx: Ctx, id: number, keys: readonly string[]): Promise<Map<string, LinkEndRow>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<LinkEndRow>`select distinct on (key) key, kind, record_id, verdict from interchange_row
    where interchange_id = ${id}::bigint and key = any(${keys}::text[]) order by key, n`.execute(ctx.db)
  return new Map(rows.map(row => [row.key, row]))
}

export async function countRows(ctx: Ctx, id: number): Promise<Interchange['counts']> {
  const { rows } = await sql<Interchange['counts'][number]>`select kind, count(*)::int as total,
      count(*) filter (where verdict = 'new')::int as new,
      count(*) filter (where verdict = 'changed')::int as changed,
      count(*) filter (where verdict = 'unchanged')::int as unchanged,
      count(*) filter (where verdict = 'wrong')::int as wrong
    from interchange_row where interchange_id = ${id}::bigint group by kind
    order by array_position(${interchangeKinds}::text[], kind)`.execute(ctx.db)
  return rows
}

/** Runs work that is rolled back completely if it fails, within a transaction that continues. */
export async function inSavepoint<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint one_row`.execute(ctx.db)
  try {
    const result = await work()
    await sql`release savepoint one_row`.execute(ctx.db)
    return result
  } catch (error) {
    await sql`rollback to savepoint one_row`.execute(ctx.db)
    throw error
  }
}

/** The next rows whose records stay unchanged, with the id by which the file knows each. */
/** `key`: the id by which the file knows it; null if it uses this deployment's own id. */
type UnchangedEntity = { n: number; key: string | null; record_id: number; values: Record<string, unknown> }

export async function findUnchanged(
  ctx: Ctx,
  id: number,
  kind: InterchangeKind,
  { after, limit }: { after: number; limit: number },
): Promise<UnchangedEntity[]> {
  const { rows } =
    await sql<UnchangedEntity>`select n, case when own_id is null then ids[1] end as key, record_id, values
    from interchange_row where interchange_id = ${id}::bigint and kind = ${kind} and n > ${after}::int
      and verdict = 'unchanged' and record_id is not null
    order by n limit ${limit}::int`.execute(ctx.db)
  return rows
}
