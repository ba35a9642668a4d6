import { sql } from 'kysely'
import type { Diff } from '#contract/diff.api.ts'
import type { ModelSentence } from '#contract/model.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Of = Pick<Diff, 'id' | 'og' | 'from_version' | 'to_version'>
type Written = Pick<ModelSentence, 'text' | 'strike' | 'is_uncompared' | 'model'>

/** The sentence in the actor's language, if it is about the versions that the difference compares now. */
export async function findSentence(ctx: Ctx, { id, og, from_version, to_version }: Of): Promise<ModelSentence | null> {
  const { rows } =
    await sql<ModelSentence>`select text, locale, model, created_at, strike, is_uncompared from model_sentence
    where og_id = ${og.id}::bigint and diff_id = ${id}::bigint and locale = ${ctx.locale}::text
      and from_version is not distinct from ${from_version}::bigint
      and to_version is not distinct from ${to_version}::bigint`.execute(ctx.db)
  return rows[0] ?? null
}

export async function saveSentence(ctx: Ctx, of: Of, { text, strike, is_uncompared, model }: Written): Promise<void> {
  await sql`insert into model_sentence (og_id, diff_id, locale, from_version, to_version, text, strike, is_uncompared, model,
      user_id, created_at)
    values (${of.og.id}::bigint, ${of.id}::bigint, ${ctx.locale}::text, ${of.from_version}::bigint, ${of.to_version}::bigint,
      ${text}::text, ${strike && JSON.stringify(strike)}::jsonb, ${is_uncompared}, ${model}::text, ${ctx.actor.id}::bigint,
      ${ctx.now().toISOString()}::timestamptz)
    on conflict (og_id, diff_id, locale) do update set from_version = excluded.from_version,
      to_version = excluded.to_version, text = excluded.text, strike = excluded.strike,
      is_uncompared = excluded.is_uncompared, model = excluded.model,
      user_id = excluded.user_id, created_at = excluded.created_at`.execute(ctx.db)
}

export async function removeSentence(ctx: Ctx, { id, og }: Of): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from model_sentence
    where og_id = ${og.id}::bigint and diff_id = ${id}::bigint and locale = ${ctx.locale}::text`.execute(ctx.db)
  return numAffectedRows === 1n
}
