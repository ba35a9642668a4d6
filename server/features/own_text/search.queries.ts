import { sql } from 'kysely'
import { type Certainty, type OwnTextKind, ownTextKinds } from '#contract/mention.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type { NameEvidence } from '#server/features/namesake/namesake.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { ownTextsOf, piecesOf } from './source.queries.ts'

/** A text as it was read, with the step that a later change raises. */
export type OwnText = { id: number; step: number; pieces: string[] }

/**
 * Texts that were searched with an older dictionary or not since their last change, the longest unsearched first;
 * quarantined ones have their own retries. Step and text are read in one statement, so they belong together. Nothing is
 * locked: a user who saves a text does not wait for its search.
 */
export async function findOldTexts(ctx: Ctx, dictionary: number, limit: number): Promise<OwnText[]> {
  const { rows } = await sql<OwnText>`with waiting as materialized (select * from own_text
      where scanned < ${dictionary}::int
        and not exists (select from set_aside where queue = 'rescan' and key = 'text:' || own_text.id)
      order by scanned, id limit ${limit})
    ${piecesOf(sql`own_text.id, own_text.step`, sql`waiting`)}`.execute(ctx.db)
  return rows
}

export async function findText(ctx: Ctx, id: number): Promise<OwnText | undefined> {
  const { rows } = await sql<OwnText>`with wanted as (select * from own_text where id = ${id}::bigint)
    ${piecesOf(sql`own_text.id, own_text.step`, sql`wanted`)}`.execute(ctx.db)
  return rows[0]
}

export type SearchedText = OwnText & {
  mentions: {
    noun: PartyEntity
    id: number
    name: string
    count: number
    certainty: Certainty
    evidence: NameEvidence | null
  }[]
}

/**
 * Replaces the mentions of these texts and marks them as searched; returns their ids. Texts that changed since they were
 * read, or that another transaction is changing, remain unsearched.
 */
export async function writeSearched(
  ctx: Ctx,
  dictionary: number,
  searched: readonly SearchedText[],
): Promise<number[]> {
  const steps = JSON.stringify(searched.map(({ id, step }) => ({ id, step })))
  const { rows } = await sql<{ id: number }>`select own_text.id
    from own_text join jsonb_to_recordset(${steps}::jsonb) as e (id bigint, step integer) using (id)
    where own_text.step = e.step order by id for update of own_text skip locked`.execute(ctx.db)
  const ids = rows.map(({ id }) => id)
  const same = new Set(ids)
  const mentions = JSON.stringify(
    searched.flatMap(text => (same.has(text.id) ? text.mentions.map(one => ({ text_id: text.id, ...one })) : [])),
  )
  await sql`delete from own_text_mention where text_id = any(${ids}::bigint[])`.execute(ctx.db)
  await sql`insert into own_text_mention (text_id, noun, record_id, name, count, certainty, evidence)
    select e.text_id, e.noun, e.id, e.name, e.count, e.certainty, e.evidence
    from jsonb_to_recordset(${mentions}::jsonb) as e
      (text_id bigint, noun text, id bigint, name text, count integer, certainty text, evidence jsonb)`.execute(ctx.db)
  await sql`update own_text set scanned = ${dictionary}::int where id = any(${ids}::bigint[])`.execute(ctx.db)
  return ids
}

type SampledText = {
  id: number
  kind: OwnTextKind
  record_id: number
  comment_id: number | null
  pieces: string[]
  found: string[]
}

/** A random sample of the texts of live records that count as searched with this dictionary, with their mentions. */
export async function sampleTexts(ctx: Ctx, dictionary: number, size: number): Promise<SampledText[]> {
  const live = ownTextKinds.map(kind => {
    const { joins, condition } = ownTextsOf(ctx, kind, { readable: false })
    return sql`(select own_text.* from own_text ${joins} where own_text.scanned = ${dictionary}::int and ${condition}
      order by random() limit ${size})`
  })
  const { rows } = await sql<SampledText>`
    with sample as materialized (select * from (${sql.join(live, sql` union all `)}) as live order by random() limit ${size})
    ${piecesOf(
      sql`own_text.id, own_text.kind, own_text.record_id, own_text.comment_id, coalesce((select array_agg(mention.noun || ' ' || mention.record_id)
        from own_text_mention as mention where mention.text_id = own_text.id), '{}') as found`,
      sql`sample`,
    )}`.execute(ctx.db)
  return rows
}

/** Makes the next search take these texts, whatever the dictionary version is. */
export async function markUnsearched(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await sql`update own_text set scanned = 0 where id = any(${ids}::bigint[])`.execute(ctx.db)
}
