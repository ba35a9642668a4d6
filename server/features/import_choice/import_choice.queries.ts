import { sql } from 'kysely'
import type { Entity } from '#contract/registry.ts'
import type { ConflictingParty } from '#server/features/claim/claim.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A value of the file that differs from the value of a person or another source. */
export type ConflictingValue = {
  record_id: number
  field: string
  shown: unknown
  shown_key: string | null
  value: unknown
  value_key: string
  other: ConflictingParty
  is_taken: boolean
  is_ruled: boolean
}

/** The import that the values belong to. */
export type ImportId = { import_id: number } | { interchange_id: number }
export type StoredChoice = { choice: 'take' | 'keep'; shown_key: string | null; value_key: string }

export const isOf = (of: ImportId) =>
  'import_id' in of
    ? sql`choice.import_id = ${of.import_id}::bigint`
    : sql`choice.interchange_id = ${of.interchange_id}::bigint`

/** The decisions about values of these records, as `record field`. */
export async function findChoices(
  ctx: Ctx,
  of: ImportId,
  noun: Entity,
  ids: readonly number[],
): Promise<Map<string, StoredChoice>> {
  const { rows } = await sql<StoredChoice & { record_id: number; field: string }>`
    select record_id, field, choice, shown_key, value_key from import_choice as choice
    where ${isOf(of)} and noun = ${noun} and record_id = any(${ids}::bigint[]) and choice is not null`.execute(ctx.db)
  return new Map(rows.map(row => [`${row.record_id} ${row.field}`, row]))
}

type FoundDiffering = ConflictingValue & { n: number }

/** Stores the result of a dry run. A decision of an earlier dry run remains while both values are unchanged. */
export async function insertDiffering(
  ctx: Ctx,
  of: ImportId,
  { step, noun }: { step: number; noun: Entity },
  all: readonly FoundDiffering[],
): Promise<void> {
  if (all.length === 0) return
  const json = all.map(({ other, ...rest }) => ({ ...rest, by_kind: other.kind, by_id: other.id, by_at: other.at }))
  const { import_id = null, interchange_id = null } = of as { import_id?: number; interchange_id?: number }
  await sql`insert into import_choice (import_id, interchange_id, step, n, noun, record_id, field, shown, shown_key, value,
      value_key, by_kind, by_user, by_source, by_at, is_taken, is_ruled)
    select distinct on (e.record_id, e.field) ${import_id}::bigint, ${interchange_id}::bigint, ${step}::int, e.n, ${noun},
      e.record_id, e.field, e.shown, e.shown_key, e.value, e.value_key, e.by_kind, who.id, source.id, e.by_at, e.is_taken,
      e.is_ruled
    from jsonb_to_recordset(${JSON.stringify(json)}::jsonb) as e (n int, record_id bigint, field text, shown jsonb,
        shown_key text, value jsonb, value_key text, by_kind text, by_id bigint, by_at timestamptz, is_taken boolean, is_ruled boolean)
      left join "user" as who on e.by_kind = 'person' and who.id = e.by_id
      left join source on e.by_kind = 'source' and source.id = e.by_id
    order by e.record_id, e.field, e.n
    on conflict on constraint import_choice_once do update set step = excluded.step, n = excluded.n,
      shown = excluded.shown, shown_key = excluded.shown_key, value = excluded.value, value_key = excluded.value_key,
      by_kind = excluded.by_kind, by_user = excluded.by_user, by_source = excluded.by_source, by_at = excluded.by_at,
      is_taken = excluded.is_taken, is_ruled = excluded.is_ruled,
      choice = case when import_choice.value_key = excluded.value_key
        and import_choice.shown_key is not distinct from excluded.shown_key then import_choice.choice end`.execute(
    ctx.db,
  )
}

/** Removes results that only earlier dry runs found. */
export async function removeEarlier(ctx: Ctx, of: ImportId, step: number): Promise<void> {
  await sql`delete from import_choice as choice where ${isOf(of)} and step <> ${step}::int`.execute(ctx.db)
  // Refreshes the statistics after thousands of new rows: otherwise the first page is planned for an empty table.
  await sql`analyze import_choice`.execute(ctx.db)
}

/** Removes the values of erased records, so that no one can decide about them. */
export async function deleteChoices(ctx: Ctx, noun: Entity, ids: readonly number[]): Promise<void> {
  await sql`delete from import_choice where noun = ${noun} and record_id = any(${ids}::bigint[])`.execute(ctx.db)
}
