import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { fewestBytes } from './page-states.queries.ts'

/** The text hash of the newest version of an active page; undefined if it is too short to be recognised by it. */
export async function findTextAt(ctx: Ctx, ogId: number, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ text_hash: string }>`select encode(version.text_hash, 'hex') as text_hash
    from page join page_version as version on version.og_id = page.og_id and version.page_id = page.id
      and version.id = page.last_version
    where page.og_id = ${ogId}::bigint and page.url_key = ${key} and page.status = 'active' and version.is_good
      and version.size >= ${fewestBytes}::int`.execute(ctx.db)
  return rows[0]?.text_hash
}
