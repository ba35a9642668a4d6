import { type SqlBool, sql } from 'kysely'
import type { PageVersionRef } from '#server/features/page/page.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { PageMentionRow } from './mention.queries.ts'

const hasVerdict = (verdict: 'confirmed' | 'rejected') => sql<SqlBool>`exists (select from mention_decision as said
  where said.noun = 'person' and said.record_id = mention.record_id and said.og_id = mention.og_id
    and said.page_id = mention.page_id and said.verdict = ${verdict})`

/**
 * Page versions that name one of these persons, on any site, with certainty or only possibly; never those that users
 * have assigned to another person.
 */
export async function findVersionsNaming(
  ctx: Ctx,
  personIds: readonly number[],
  { isCertain }: { isCertain: boolean },
) {
  const certain = sql<SqlBool>`(mention.certainty = 'certain' or ${hasVerdict('confirmed')})`
  const { rows } = await sql<PageVersionRef & { title: string; at: string }>`
    select distinct mention.version_id as id, mention.og_id, mention.page_id, coalesce(page.title, page.url) as title,
      page_version.fetched_at as at
    from mention join page on page.og_id = mention.og_id and page.id = mention.page_id
      join page_version on page_version.og_id = mention.og_id and page_version.page_id = mention.page_id
        and page_version.id = mention.version_id
    where mention.noun = 'person' and mention.record_id = any(${personIds}::bigint[])
      and ${certain} = ${isCertain}::boolean and not ${hasVerdict('rejected')}
    order by mention.version_id`.execute(ctx.db)
  return rows
}

type ErasedMention = Pick<
  PageMentionRow,
  'name' | 'hash' | 'text_blob' | 'content_type' | 'charset' | 'final_url' | 'is_lost'
> & {
  url: string
  title: string | null
  fetched_at: string
  count: number
}

export async function readMentionsOf(ctx: Ctx, personIds: readonly number[], limit: number): Promise<ErasedMention[]> {
  const { rows } = await sql<ErasedMention>`
    select mention.name, mention.count, page.url, page.title, page_version.fetched_at,
      encode(page_version.hash, 'hex') as hash, encode(page_version.text_blob, 'hex') as text_blob,
      page_version.content_type, page_version.charset, page_version.final_url, page_version.is_lost
    from mention join page on page.og_id = mention.og_id and page.id = mention.page_id
    join page_version on page_version.og_id = mention.og_id and page_version.page_id = mention.page_id
      and page_version.id = mention.version_id
    where mention.noun = 'person' and mention.record_id = any(${personIds}::bigint[])
    order by mention.version_id desc limit ${limit}`.execute(ctx.db)
  return rows
}

export async function removeMentionsOf(ctx: Ctx, personIds: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`delete from mention where noun = 'person'
    and record_id = any(${personIds}::bigint[])`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}
