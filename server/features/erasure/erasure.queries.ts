import { sql } from 'kysely'
import type { Erasure, ErasurePlan } from '#contract/erasure.api.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { ErasureDecision, ErasureSubject, RemovedRecords } from './erasure.adapter.ts'
import type { LinkedRecords } from './linked.queries.ts'

/** The decisions, and the records that they removed. */
export type ErasureChoice = {
  choices: Record<string, ErasureDecision>
  /** Names to be blanked everywhere. */
  names: string[]
  /** Names to be blanked in the texts of linked records. */
  safe: string[]
  linked: LinkedRecords
  /** Passages in which every name is blanked. */
  passages: string[]
  gone: RemovedRecords[]
}
export type StoredErasure = Omit<Erasure, 'name' | 'plan'> & {
  names: string[]
  plan: ErasurePlan | Record<string, never>
  choice: ErasureChoice | Record<string, never>
  steps: string[]
}

const columns = sql`id, rev, person_id, ids, names, state, reason, plan, choice, counts, steps, error, username,
  created_at, updated_at, done_at`

export async function insertErasure(
  ctx: Ctx,
  personId: number,
  { ids, names }: ErasureSubject,
): Promise<StoredErasure> {
  const at = ctx.now().toISOString()
  try {
    const { rows } = await sql<StoredErasure>`insert into erasure
        (person_id, ids, names, state, owner, username, created_at, updated_at)
      values (${personId}, ${ids}::bigint[], ${names}::text[], 'counting', ${ctx.actor.id}, ${ctx.actor.username}, ${at}, ${at})
      on conflict (person_id) where state in ('counting', 'ready', 'running') do update
        set state = 'counting', ids = excluded.ids, names = excluded.names, plan = '{}', rev = erasure.rev + 1,
          updated_at = excluded.updated_at
        where erasure.state <> 'running'
      returning ${columns}`.execute(ctx.db)
    if (!rows[0]) throw new AppError('wrong_state')
    return rows[0]
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('wrong_state')
    throw error
  }
}

export async function findErasures(
  ctx: Ctx,
  query: { current: number; pageSize: number },
): Promise<ListPage<StoredErasure>> {
  const { current, pageSize } = query
  const [{ rows }, counted] = await Promise.all([
    sql<StoredErasure>`select ${columns} from erasure order by id desc
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(ctx.db),
    sql<{ total: number }>`select count(*) as total from erasure`.execute(ctx.db),
  ])
  return { items: rows, total: counted.rows[0]!.total, current, pageSize }
}

export async function findErasure(ctx: Ctx, id: number, options: { lock?: boolean } = {}) {
  const { rows } = await sql<StoredErasure>`select ${columns} from erasure where id = ${id}::bigint
    ${options.lock ? sql`for update` : sql``}`.execute(ctx.db)
  return rows[0]
}

type Changes = Partial<
  Pick<StoredErasure, 'state' | 'names' | 'reason' | 'plan' | 'choice' | 'counts' | 'steps' | 'error' | 'done_at'>
>

export async function changeErasure(ctx: Ctx, id: number, changes: Changes): Promise<StoredErasure> {
  const json = ['plan', 'choice', 'counts']
  const sets = Object.entries(changes).map(([column, value]) =>
    json.includes(column)
      ? sql`${sql.ref(column)} = ${JSON.stringify(value)}::jsonb`
      : sql`${sql.ref(column)} = ${value}`,
  )
  const { rows } = await sql<StoredErasure>`update erasure
    set ${sql.join([...sets, sql`rev = rev + 1`, sql`updated_at = ${ctx.now().toISOString()}::timestamptz`])}
    where id = ${id}::bigint returning ${columns}`.execute(ctx.db)
  return rows[0]!
}

export async function findStalledErasures(ctx: Ctx, before: Date): Promise<{ id: number; state: string }[]> {
  const { rows } = await sql<{ id: number; state: string }>`select id, state from erasure
    where state in ('counting', 'running') and updated_at < ${before.toISOString()}::timestamptz`.execute(ctx.db)
  return rows
}

/**
 * The person, even in the trash, with all persons merged into them at any depth, and every name that any of them has or
 * had. For a person who was already deleted, only the history remains. Undefined if no such person ever existed.
 */
export async function findSubject(ctx: Ctx, personId: number): Promise<ErasureSubject | undefined> {
  const { rows } = await sql<{ ids: number[]; names: string[] }>`
    with recursive whole as (
      select id from person where id = ${personId}::bigint
      union
      select person.id from person join whole on person.merged_into = whole.id
    ), merged as (
      select unnest(source_ids) as id from merge
      where noun = 'person' and undone_at is null and target_id in (select id from whole union select ${personId}::bigint)
    ), every as (select id from whole union select ${personId}::bigint union select id from merged),
    said as (
      select name, 0 as place from person where id = ${personId}::bigint
      union all select unnest(array[name] || aliases), 1 from person where id in (select id from every)
      union all select value #>> '{}', 2 from history
        cross join jsonb_array_elements(history.changes) as each (change)
        cross join lateral (values (change -> 'from'), (change -> 'to')) as side (value)
        where history.noun = 'person' and history.record_id in (select id from every) and history.erased_by is null
          and change ->> 'field' = 'name' and jsonb_typeof(value) = 'string'
      union all select alias, 3 from history
        cross join jsonb_array_elements(history.changes) as each (change)
        cross join lateral (values (change -> 'from'), (change -> 'to')) as side (value)
        cross join lateral jsonb_array_elements_text(
          case when jsonb_typeof(value) = 'array' then value else '[]'::jsonb end) as one (alias)
        where history.noun = 'person' and history.record_id in (select id from every) and history.erased_by is null
          and change ->> 'field' = 'aliases'
    ), written as (
      -- The search for names finds other spellings, in traditional characters for example.
      select mention.name, 4 as place from own_text_mention as mention
      where mention.noun = 'person' and mention.record_id in (select id from every)
        and lower(mention.name) not in (select lower(btrim(name)) from said)
        and not exists (select from mention_decision as decided where decided.noun = mention.noun
          and decided.record_id = mention.record_id and decided.text_id = mention.text_id and decided.verdict = 'rejected')
    ), ordered as (
      select btrim(name) as name, min(place) as place from (select * from said union all select * from written) as each
      where btrim(name) <> '' group by btrim(name)
    )
    select (select array_agg(id order by id) from every) as ids,
      coalesce((select array_agg(name order by place, name) from ordered), '{}') as names`.execute(ctx.db)
  const found = rows[0]
  return found && found.names.length > 0 ? found : undefined
}
