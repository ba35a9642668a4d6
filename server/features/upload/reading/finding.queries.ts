import { type SqlBool, sql } from 'kysely'
import type { Reply } from '#contract/endpoint.ts'
import type { Certainty } from '#contract/mention.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type { listUploadFindings } from '#contract/upload-text.api.ts'
import { readable } from '#server/core/access.ts'
import type { NameEvidence, StoredName } from '#server/features/namesake/namesake.service.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import { personPolicy } from '#server/features/person/person.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type Findings = {
  words: { id: number; count: number; part: number }[]
  mentions: {
    noun: PartyEntity
    id: number
    name: string
    count: number
    part: number
    certainty: Certainty
    evidence: NameEvidence | null
  }[]
}

/** Records that a text names, joined with those that this reader may read. */
const readableMentions = (ctx: Ctx) => sql`upload_mention as m
  left join og on m.noun = 'og' and og.id = m.record_id and og.deleted_at is null and ${readable(ogPolicy, ctx, 'og')}
  left join person on m.noun = 'person' and person.id = m.record_id and person.deleted_at is null
    and ${readable(personPolicy, ctx, 'person')}`
const namesReadableParty = sql<SqlBool>`(og.id is not null or person.id is not null)`

/** Number of readable records that each upload names, without mentions that a user has rejected. */
export async function countMentions(ctx: Ctx, uploadIds: readonly number[]): Promise<Map<number, number>> {
  if (uploadIds.length === 0) return new Map()
  const { rows } = await sql<{ upload_id: number; count: number }>`select m.upload_id, count(*)::int as count
    from ${readableMentions(ctx)} where m.upload_id = any(${uploadIds}::bigint[]) and ${namesReadableParty}
      and not exists (select from mention_decision as said where said.noun = m.noun and said.record_id = m.record_id
        and said.upload_id = m.upload_id and said.verdict = 'rejected')
    group by m.upload_id`.execute(ctx.db)
  return new Map(rows.map(row => [row.upload_id, row.count]))
}

const most = 500

type UploadMentionRow = Pick<StoredName, 'noun' | 'id' | 'evidence'> & { count: number; part: number }

export async function findUploadMentions(ctx: Ctx, uploadId: number): Promise<UploadMentionRow[]> {
  const { rows } = await sql<UploadMentionRow>`
    select m.noun, m.record_id as id, m.evidence, m.count, m.part
    from ${readableMentions(ctx)} where m.upload_id = ${uploadId}::bigint and ${namesReadableParty}
    order by m.count desc, m.noun, m.record_id limit ${most}`.execute(ctx.db)
  return rows
}

type Hit = NonNullable<Reply<typeof listUploadFindings>>['words'][number]

export async function findHits(ctx: Ctx, uploadId: number): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select word.id, word.word, word.level, upload_hit.count, upload_hit.part
    from upload_hit join word on word.id = upload_hit.word_id
    where upload_hit.upload_id = ${uploadId}::bigint
    order by word.level desc, upload_hit.count desc, word.id limit ${most}`.execute(ctx.db)
  return rows
}

/** Replaces the previous findings. */
export async function writeFindings(
  ctx: Ctx,
  uploadId: number,
  dictionary: number,
  { words, mentions }: Findings,
): Promise<void> {
  await sql`delete from upload_hit where upload_id = ${uploadId}::bigint`.execute(ctx.db)
  await sql`delete from upload_mention where upload_id = ${uploadId}::bigint`.execute(ctx.db)
  // A word may have been deleted since the dictionary was read.
  await sql`insert into upload_hit (upload_id, word_id, count, part)
    select ${uploadId}::bigint, found.id, found.count, found.part
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as found (id bigint, count integer, part integer)
      join word on word.id = found.id for key share of word`.execute(ctx.db)
  await sql`insert into upload_mention (upload_id, noun, record_id, name, count, part, certainty, evidence)
    select ${uploadId}::bigint, found.noun, found.id, found.name, found.count, found.part, found.certainty,
      found.evidence
    from jsonb_to_recordset(${JSON.stringify(mentions)}::jsonb)
      as found (noun text, id bigint, name text, count integer, part integer, certainty text, evidence jsonb)`.execute(
    ctx.db,
  )
  await sql`update upload set scanned = ${dictionary}::int, hits = ${words.reduce((sum, { count }) => sum + count, 0)}::int
    where id = ${uploadId}::bigint`.execute(ctx.db)
}
