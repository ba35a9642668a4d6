import { sql } from 'kysely'
import type { ModelEvidence } from '#contract/model.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type Parties = { ogs: number[]; persons: number[] }

const columnOf = { og: sql.ref('og_id'), person: sql.ref('person_id') } satisfies Record<PartyEntity, unknown>

export async function findMark(ctx: Ctx, noun: PartyEntity, id: number): Promise<boolean> {
  const { rows } = await sql`select from model_mark where ${columnOf[noun]} = ${id}::bigint`.execute(ctx.db)
  return rows.length > 0
}

export async function saveMark(ctx: Ctx, noun: PartyEntity, id: number, isKept: boolean): Promise<void> {
  if (!isKept) await sql`delete from model_mark where ${columnOf[noun]} = ${id}::bigint`.execute(ctx.db)
  else
    await sql`insert into model_mark (${columnOf[noun]}, user_id, created_at)
      values (${id}::bigint, ${ctx.actor.id}::bigint, ${ctx.now().toISOString()}::timestamptz)
      on conflict do nothing`.execute(ctx.db)
}

/** The organisations and persons that a text is about; also those that the actor may not read. */
export async function findParties(ctx: Ctx, { type, id }: ModelEvidence): Promise<Parties> {
  const { rows } = await sql<{ og_id: number | null; person_id: number | null }>`${partiesOf[type](id)}`.execute(ctx.db)
  return { ogs: rows.flatMap(row => row.og_id ?? []), persons: rows.flatMap(row => row.person_id ?? []) }
}

const linkedTo = (noun: 'event' | 'upload') => (id: number) =>
  sql`select og_id, null::bigint as person_id from ${sql.table(`${noun}_og`)} where ${sql.ref(`${noun}_id`)} = ${id}::bigint
    union all select null, person_id from ${sql.table(`${noun}_person`)} where ${sql.ref(`${noun}_id`)} = ${id}::bigint`

const partiesOf = {
  diff: (id: number) => sql`select og_id, null::bigint as person_id from diff where id = ${id}::bigint`,
  page_version: (id: number) => sql`select og_id, null::bigint as person_id from page_version where id = ${id}::bigint`,
  og: (id: number) => sql`select ${id}::bigint as og_id, null::bigint as person_id`,
  person: (id: number) => sql`select null::bigint as og_id, ${id}::bigint as person_id`,
  event: linkedTo('event'),
  upload: linkedTo('upload'),
} satisfies Record<ModelEvidence['type'], unknown>

/** Whether one of them, or a record that was merged into one of them, is excluded from the model. */
export async function hasMark(ctx: Ctx, { ogs, persons }: Parties): Promise<boolean> {
  const { rows } = await sql`
    with recursive all_og (id) as (
      select unnest(${ogs}::bigint[]) union select og.id from og join all_og on og.merged_into = all_og.id),
    all_person (id) as (
      select unnest(${persons}::bigint[]) union select person.id from person
        join all_person on person.merged_into = all_person.id)
    select from model_mark where og_id in (select id from all_og) or person_id in (select id from all_person)
    limit 1`.execute(ctx.db)
  return rows.length > 0
}
