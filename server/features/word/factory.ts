import { sql } from 'kysely'
import { anOg } from '#server/features/og/factory.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { putCaptures } from '#server/store/store.ts'

export type StoredPage = { og_id: number; page_id: number; version_id: number }

/** A page with one stored version that no dictionary has searched; creates its organisation if none is given. */
export async function aStoredPage(
  ctx: Ctx,
  { html, url = 'https://example.org/', ogId }: { html: string; url?: string; ogId?: number },
): Promise<StoredPage> {
  const og_id = ogId ?? (await anOg(ctx)).id
  const at = ctx.now().toISOString()
  const [blob] = await putCaptures(ctx, [{ raw: Buffer.from(html), previous: null }])
  const { rows } = await sql<StoredPage>`with made as (
      insert into page (og_id, url, url_key, title, first_seen_at) values (${og_id}::bigint, ${url}, ${url}, ${'Title'}, ${at})
      returning og_id, id),
    version as (
      insert into page_version (og_id, page_id, round, fetched_at, last_seen_at, is_good, hash, text_hash, extractor, size,
        content_type, final_url)
      select og_id, id, 1, ${at}::timestamptz, ${at}::timestamptz, true, ${blob?.hash}::bytea, ${blob?.hash}::bytea, 1,
        ${html.length}::int, 'text/html; charset=utf-8', ${url} from made
      returning og_id, page_id, id)
    select og_id, page_id, id as version_id from version`.execute(ctx.db)
  const page = rows[0]!
  await sql`update page set last_version = ${page.version_id}::bigint where id = ${page.page_id}::bigint`.execute(
    ctx.db,
  )
  return page
}
