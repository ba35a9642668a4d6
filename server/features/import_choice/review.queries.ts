import { type RawBuilder, sql } from 'kysely'
import type { ChoiceCounts, ChoiceFilter, ChoiceRule, ImportChoice } from '#contract/import_choice.api.ts'
import { type Entity, entityNames } from '#contract/registry.ts'
import type { ListPage } from '#contract/wire.ts'
import { readable, readableLive } from '#server/core/access.ts'
import { entities } from '#server/entities.ts'
import { sourcePolicy } from '#server/features/source/source.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type ImportId, isOf } from './import_choice.queries.ts'

export type ReviewedImport = {
  file_name: string
  state: string
  noun: Entity | null
  /** When the file was received: later statements are newer than the file. */
  at: string
}

/** The user's own import; imports of others are not found. `lock`: prevents writing and checking it meanwhile. */
export async function findImporting(
  ctx: Ctx,
  of: ImportId,
  { lock = false } = {},
): Promise<ReviewedImport | undefined> {
  const isTable = 'import_id' in of
  const { rows } = await sql<ReviewedImport>`select file_name, state, created_at as at,
      ${isTable ? sql`noun` : sql`null`} as noun
    from ${sql.table(isTable ? 'import' : 'interchange')}
    where id = ${isTable ? of.import_id : of.interchange_id}::bigint and owner = ${ctx.actor.id}::bigint
      ${isTable ? sql`` : sql`and direction = 'import'`}
    ${lock ? sql`for share` : sql``}`.execute(ctx.db)
  return rows[0]
}

/** The live records of the values, as far as this reader may read them. */
const records = (ctx: Ctx): RawBuilder<unknown> =>
  sql.join(
    entityNames.map(
      noun => sql`select ${sql.ref(`${noun}.${entities[noun].title}`)} as title from ${sql.table(noun)}
        where choice.noun = ${sql.lit(noun)} and ${sql.ref(`${noun}.id`)} = choice.record_id
          and ${readableLive(entities[noun].policy, ctx, noun)}`,
    ),
    sql` union all `,
  )

/** Values under review, each with its record, and with its source if that may be named. */
const reviewedChoices = (ctx: Ctx, of: ImportId) => sql`(select choice.*, record.title, source.name as source_name,
      case when choice.by_kind = 'person' then 'person' else coalesce(source.id::text, 'withheld') end as by,
      coalesce(choice.choice, case when choice.is_taken then 'take' else 'keep' end) as becomes
    from import_choice as choice cross join lateral (${records(ctx)}) as record
      left join source on source.id = choice.by_source and source.deleted_at is null
        and ${readable(sourcePolicy, ctx, 'source')}
    where ${isOf(of)})`

function whereOf({ noun, field, by, choice }: ChoiceFilter): RawBuilder<unknown> {
  const all = [
    noun && sql`one.noun = ${noun}`,
    field !== undefined && sql`one.field = ${field}`,
    by !== undefined && sql`one.by = ${by}`,
    choice === 'open' && sql`one.choice is null`,
    choice !== undefined && choice !== 'open' && sql`one.becomes = ${choice}`,
  ].filter(condition => !!condition)
  return all.length > 0 ? sql.join(all as RawBuilder<unknown>[], sql` and `) : sql`true`
}

type Query = ChoiceFilter & {
  current: number
  pageSize: number
  sort?: string | undefined
  keyword?: string | undefined
}
const likeOf = (keyword: string) => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`

export async function findChoicePage(ctx: Ctx, of: ImportId, query: Query): Promise<ListPage<ImportChoice>> {
  const { current, pageSize, sort, keyword, ...filter } = query
  const from = sql`from ${reviewedChoices(ctx, of)} as one where ${whereOf(filter)}
    and ${keyword ? sql`one.title ilike ${likeOf(keyword)}` : sql`true`}`
  const way = sort === '-n' ? sql`desc` : sql`asc`
  const [items, count] = await Promise.all([
    sql<ImportChoice>`select one.id, one.n, one.noun, one.record_id, one.title, one.field, one.shown, one.value,
        one.choice, case when one.is_taken then 'take' else 'keep' end as rule,
        case when one.by_kind = 'person' then jsonb_build_object('kind', 'person', 'user_id', one.by_user)
          else jsonb_build_object('kind', 'source', 'id', case when one.source_name is not null then one.by_source end,
            'name', one.source_name) end
          || jsonb_build_object('at', to_char(one.by_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as by
      ${from} order by one.n ${way}, one.id ${way}
      limit ${pageSize}::int offset ${(current - 1) * pageSize}::int`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(ctx.db),
  ])
  return { items: items.rows, total: count.rows[0]?.total ?? 0, current, pageSize }
}

type ReviewCounts = Pick<ChoiceCounts, 'total' | 'records' | 'take' | 'keep' | 'open' | 'fields' | 'by'>

export async function countAll(ctx: Ctx, of: ImportId): Promise<ReviewCounts> {
  const { rows } = await sql<ReviewCounts>`
    with one as materialized (select noun, record_id, field, choice, becomes, by, source_name from ${reviewedChoices(ctx, of)} as one),
    fields as (select noun, field, count(*)::int as count from one group by noun, field),
    sayers as (select by, min(source_name) as name, count(*)::int as count from one group by by)
    select count(*)::int as total, count(distinct (noun, record_id))::int as records,
      count(*) filter (where becomes = 'take')::int as take, count(*) filter (where becomes = 'keep')::int as keep,
      count(*) filter (where choice is null)::int as open,
      (select coalesce(jsonb_agg(jsonb_build_object('noun', noun, 'field', field, 'count', count)
        order by count desc, noun, field), '[]') from fields) as fields,
      (select coalesce(jsonb_agg(jsonb_build_object('by', by, 'name', name, 'count', count)
        order by count desc, by), '[]') from sayers) as by
    from one`.execute(ctx.db)
  return rows[0]!
}

/** The outcome of each rule for a value. */
const ruledChoice = (rule: ChoiceRule, at: string): RawBuilder<unknown> =>
  ({
    take: sql`'take'`,
    keep: sql`'keep'`,
    priority: sql`case when choice.is_ruled then 'take' else 'keep' end`,
    newest: sql`case when choice.by_at > ${at}::timestamptz then 'keep' else 'take' end`,
    none: sql`null`,
  })[rule]

/** Decides the values that this reader may see; returns their number. */
export async function saveChoices(
  ctx: Ctx,
  of: ImportId,
  { ids, rule, at, ...filter }: ChoiceFilter & { ids?: readonly number[] | undefined; rule: ChoiceRule; at: string },
): Promise<number> {
  const decided = rule === 'none' ? sql`null` : sql`${ctx.now().toISOString()}::timestamptz`
  // The rows are locked in one order, so that two concurrent decisions run one after the other.
  const { numAffectedRows } = await sql`with chosen as materialized (
      select choice.id from import_choice as choice join ${reviewedChoices(ctx, of)} as one on one.id = choice.id
      where ${whereOf(filter)} and ${ids ? sql`one.id = any(${ids}::bigint[])` : sql`true`}
      order by choice.id for update of choice
    ) update import_choice as choice set choice = ${ruledChoice(rule, at)}, decided_at = ${decided}
    from chosen where choice.id = chosen.id`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}
