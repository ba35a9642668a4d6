import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { aStoredPage } from '#server/features/word/factory.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { putCaptures } from '#server/store/store.ts'

/** A difference between two stored versions of a page. */
export async function aChange(
  ctx: Ctx,
  { before, after, ogId }: { before: readonly string[]; after: readonly string[]; ogId: number },
) {
  const html = (texts: readonly string[]) => `<main>${texts.map(text => `<p>${text}</p>`).join('')}</main>`
  const url = `https://example.org/${randomUUID()}`
  const page = await aStoredPage(ctx, { html: html(before), url, ogId })
  const at = ctx.now().toISOString()
  const [blob] = await putCaptures(ctx, [{ raw: Buffer.from(html(after)), previous: null }])
  const { rows } = await sql<{ id: number; version_id: number }>`with version as (
      insert into page_version (og_id, page_id, round, fetched_at, last_seen_at, is_good, hash, text_hash, extractor, size,
        content_type, final_url)
      values (${ogId}::bigint, ${page.page_id}::bigint, 2, ${at}::timestamptz, ${at}::timestamptz, true, ${blob?.hash}::bytea,
        ${blob?.hash}::bytea, 1, 100, 'text/html; charset=utf-8', ${url}) returning id)
    insert into diff (og_id, page_id, round, from_version, to_version, kind, added, score, is_judged, excerpt, created_at)
    select ${ogId}::bigint, ${page.page_id}::bigint, 2, ${page.version_id}::bigint, version.id, 'changed', 10, 60, true, '', ${at}
    from version returning id, to_version as version_id`.execute(ctx.db)
  return { ...page, ...(rows[0] as { id: number; version_id: number }) }
}
