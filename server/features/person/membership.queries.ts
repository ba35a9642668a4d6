import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

export type NewLink = { person_id: number; og_id: number; role: string | null }

/** Adds many memberships in one statement; existing ones stay unchanged. */
export async function addMemberships(ctx: Ctx, links: readonly NewLink[]): Promise<void> {
  if (links.length === 0) return
  await sql`insert into membership (person_id, og_id, role)
    select person_id, og_id, role from json_to_recordset(${JSON.stringify(links)}::json)
      as fresh (person_id bigint, og_id bigint, role text)
    on conflict do nothing`.execute(ctx.db)
}
