import { type SqlBool, sql } from 'kysely'
import type { Mention } from '#contract/mention.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type { ListPage } from '#contract/wire.ts'
import { readerOf } from '#server/core/list.ts'
import { readTotal } from '#server/core/total.ts'
import type { StoredName } from '#server/features/namesake/namesake.service.ts'
import { isPageThere } from '#server/features/page/page.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type MentionedParty = { noun: PartyEntity; id: number }
type Query = { newest_only: boolean; elsewhere: boolean; rejected: boolean; current: number; pageSize: number }

/** A mention with the data needed to read its version again. */
export type MentionRow = Omit<Mention, 'excerpt' | 'named'> & {
  evidence: StoredName['evidence']
  hash: string
  text_blob: string | null
  content_type: string | null
  charset: string | null
  final_url: string
  is_lost: boolean
}

/** Mentions on pages that the reader may read; the caller has checked access to the record itself. */
export async function findMentions(
  ctx: Ctx,
  { noun, id }: MentionedParty,
  query: Query,
): Promise<ListPage<MentionRow>> {
  const { newest_only, elsewhere, rejected, current, pageSize } = query
  const conditions = [
    sql<SqlBool>`mention.noun = ${noun} and mention.record_id = ${id}::bigint`,
    isPageThere(ctx),
    newest_only && sql<SqlBool>`page.last_version = mention.version_id`,
    sql<SqlBool>`exists (select from mention_decision as said where said.noun = mention.noun
      and said.record_id = mention.record_id and said.og_id = mention.og_id and said.page_id = mention.page_id
      and said.verdict = 'rejected') = ${rejected}::boolean`,
    elsewhere && noun === 'og' && sql<SqlBool>`mention.og_id <> ${id}::bigint`,
  ].filter(condition => !!condition)
  const found = sql`from mention join page on page.og_id = mention.og_id and page.id = mention.page_id
      join og on og.id = mention.og_id
    where ${sql.join(conditions, sql` and `)}`
  const key = JSON.stringify(['mention', readerOf(ctx), noun, id, { ...query, current: 0, pageSize: 0 }])
  const [{ rows }, total] = await Promise.all([
    sql<MentionRow>`select json_build_object('id', few.page_id, 'url', few.url, 'title', few.title) as page,
        json_build_object('id', few.og_id, 'name', few.og_name) as og, few.version_id, page_version.fetched_at,
        few.count, few.is_new, few.name, few.evidence, encode(page_version.hash, 'hex') as hash,
        encode(page_version.text_blob, 'hex') as text_blob, page_version.content_type, page_version.charset,
        page_version.final_url, page_version.is_lost
      from (select mention.*, page.url, page.title, og.name as og_name ${found}
        order by mention.found_at desc, mention.version_id desc
        limit ${pageSize} offset ${(current - 1) * pageSize}) as few
      join page_version on page_version.og_id = few.og_id and page_version.page_id = few.page_id
        and page_version.id = few.version_id
      order by few.found_at desc, few.version_id desc`.execute(ctx.db),
    readTotal(ctx, { key, rows: sql`select 1 ${found}` }),
  ])
  return { items: rows, ...total, current, pageSize }
}
