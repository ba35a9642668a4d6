import { sql } from 'kysely'
import type { MentionedRecord, NameVerdict } from '#contract/mention.api.ts'
import { writable } from '#server/core/access.ts'
import { englishTitleOf } from '#server/core/link.queries.ts'
import { entities, policies } from '#server/entities.ts'
import { isLivingEnd } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { NamedEntity, NameEvidence } from './evidence.ts'

/** The source of a text: a page, in any version, an upload, or an own text. */
export type TextLocation = { page: number } | { upload: number } | { text: number }
export type PartyRef = { noun: NamedEntity; id: number }
/** A mention as it is stored; `version` is the page version. */
export type StoredMention = PartyRef & {
  place: TextLocation | null
  version: number | null
  evidence: NameEvidence | null
}

type RecordAbout = Pick<MentionedRecord, 'name' | 'eng_name' | 'about' | 'can_decide'> & { id: number }

/** Details of these records, as far as the reader may read them. */
export async function readAbout(
  ctx: Ctx,
  noun: NamedEntity,
  ids: readonly number[],
): Promise<Map<number, RecordAbout>> {
  if (ids.length === 0) return new Map()
  const own = {
    og: sql`json_build_object('og', null, 'position', null, 'year', left(register_time, 4), 'region', region, 'icon', icon)`,
    person: sql`json_build_object('og', coalesce((select min(og.name) from membership join og on og.id = membership.og_id
            where membership.person_id = person.id and ${isLivingEnd(ctx, 'og', 'og')}), og_names[1]),
          'position', position, 'year', left(birth_time, 4), 'region', region, 'icon', icon)`,
  }[noun]
  const { rows } =
    await sql<RecordAbout>`select id, name, ${englishTitleOf(entities[noun])} as eng_name, ${own} as about, ${writable(policies[noun], ctx, 'update', noun)} as can_decide
    from ${sql.table(noun)} where id = any(${ids}::bigint[]) and ${isLivingEnd(ctx, noun, noun)}`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row]))
}

export async function readReadable(ctx: Ctx, noun: NamedEntity, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(noun)}
    where id = any(${ids}::bigint[]) and ${isLivingEnd(ctx, noun, noun)}`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** Mentions of these records in the same versions, uploads and own texts. */
export async function readStored(
  ctx: Ctx,
  mentions: readonly (PartyRef & Pick<StoredMention, 'place' | 'version'>)[],
): Promise<StoredMention[]> {
  if (mentions.length === 0) return []
  const keys = JSON.stringify(
    mentions.map(({ noun, id, place, version }) => ({
      noun,
      id,
      version,
      upload: place && 'upload' in place ? place.upload : null,
      text: place && 'text' in place ? place.text : null,
    })),
  )
  const { rows } = await sql<PartyRef & LocationColumns & { version: number | null; evidence: NameEvidence | null }>`
    with asked as (select * from jsonb_to_recordset(${keys}::jsonb)
      as e (noun text, id bigint, version bigint, upload bigint, text bigint))
    select mention.noun, mention.record_id as id, mention.page_id as page, null::bigint as upload, null::bigint as text,
      mention.version_id as version, mention.evidence
    from asked join page_version on page_version.id = asked.version
      join mention on mention.og_id = page_version.og_id and mention.page_id = page_version.page_id
        and mention.version_id = asked.version and mention.noun = asked.noun and mention.record_id = asked.id
    union all
    select m.noun, m.record_id, null, m.upload_id, null, null, m.evidence
    from asked join upload_mention as m on m.upload_id = asked.upload and m.noun = asked.noun and m.record_id = asked.id
    union all
    select m.noun, m.record_id, null, null, m.text_id, null, m.evidence
    from asked join own_text_mention as m on m.text_id = asked.text and m.noun = asked.noun and m.record_id = asked.id`.execute(
    ctx.db,
  )
  return rows.map(({ noun, id, version, evidence, ...columns }) => ({
    noun,
    id,
    version,
    evidence,
    place: locationFrom(columns),
  }))
}

type LocationColumns = { page: number | null; upload: number | null; text: number | null }

function locationFrom({ page, upload, text }: LocationColumns): TextLocation {
  if (text !== null) return { text }
  return upload === null ? { page: page! } : { upload }
}

/** All names in a version or an upload; `judgeStored` filters them by access. */
export async function readStoredOf(ctx: Ctx, of: { version: number } | { upload: number }): Promise<StoredMention[]> {
  if ('upload' in of) {
    const { rows } = await sql<PartyRef & { evidence: NameEvidence | null }>`select noun, record_id as id, evidence
      from upload_mention where upload_id = ${of.upload}::bigint order by noun, record_id`.execute(ctx.db)
    return rows.map(row => ({ ...row, place: of, version: null }))
  }
  const { rows } = await sql<PartyRef & { page: number; evidence: NameEvidence | null }>`
    select mention.noun, mention.record_id as id, mention.page_id as page, mention.evidence
    from page_version join mention on mention.og_id = page_version.og_id and mention.page_id = page_version.page_id
      and mention.version_id = page_version.id
    where page_version.id = ${of.version}::bigint order by mention.noun, mention.record_id`.execute(ctx.db)
  return rows.map(({ page, ...row }) => ({ ...row, place: { page }, version: of.version }))
}

export type NameDecision = PartyRef & { place: TextLocation; verdict: NameVerdict; username: string; at: string }

export async function readDecisions(ctx: Ctx, places: readonly TextLocation[]): Promise<NameDecision[]> {
  if (places.length === 0) return []
  const pages = places.flatMap(place => ('page' in place ? place.page : []))
  const uploads = places.flatMap(place => ('upload' in place ? place.upload : []))
  const texts = places.flatMap(place => ('text' in place ? place.text : []))
  const { rows } = await sql<Omit<NameDecision, 'place'> & LocationColumns>`
    select noun, record_id as id, page_id as page, upload_id as upload, text_id as text, verdict, username, at
    from mention_decision where page_id = any(${pages}::bigint[]) or upload_id = any(${uploads}::bigint[])
      or text_id = any(${texts}::bigint[])`.execute(ctx.db)
  return rows.map(({ page, upload, text, ...row }) => ({ ...row, place: locationFrom({ page, upload, text }) }))
}
