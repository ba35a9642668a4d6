import { sql } from 'kysely'
import type { NameVerdict } from '#contract/mention.api.ts'
import { pageExists } from '#server/features/page/page.policy.ts'
import { isUploadReadable } from '#server/features/upload/upload.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { PartyRef, TextLocation } from './read.queries.ts'

/** The organisation of a page that this reader may read. */
export async function findOgOfPage(ctx: Ctx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ og_id: number }>`select page.og_id from page join og on og.id = page.og_id
    where page.id = ${id}::bigint and ${pageExists(ctx)}`.execute(ctx.db)
  return rows[0]?.og_id
}

export async function uploadExists(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`select id from upload where id = ${id}::bigint and deleted_at is null
    and ${isUploadReadable(ctx)}`.execute(ctx.db)
  return rows.length > 0
}

/** The values of `page_id`, `upload_id` and `text_id`. */
function placeColumns(place: TextLocation) {
  const { page, upload, text }: { page?: number; upload?: number; text?: number } = place
  return sql`${page ?? null}::bigint, ${upload ?? null}::bigint, ${text ?? null}::bigint`
}

export async function removeDecision(ctx: Ctx, { noun, id }: PartyRef, place: TextLocation): Promise<void> {
  await sql`delete from mention_decision where noun = ${noun} and record_id = ${id}::bigint
    and (page_id, upload_id, text_id) is not distinct from (${placeColumns(place)})`.execute(ctx.db)
}

/** Saves a decision; a later one replaces an earlier one. The organisation of a page is part of its key. */
export async function saveDecision(
  ctx: Ctx,
  { noun, id }: PartyRef,
  place: TextLocation & { og?: number },
  verdict: NameVerdict,
): Promise<void> {
  await sql`insert into mention_decision (noun, record_id, og_id, page_id, upload_id, text_id, verdict, user_id, username, at)
    values (${noun}, ${id}::bigint, ${place.og ?? null}::bigint, ${placeColumns(place)}, ${verdict},
      ${ctx.actor.id}::bigint, ${ctx.actor.username}, ${ctx.now().toISOString()}::timestamptz)
    on conflict (noun, record_id, page_id, upload_id, text_id) do update set verdict = excluded.verdict,
      user_id = excluded.user_id, username = excluded.username, at = excluded.at`.execute(ctx.db)
}
