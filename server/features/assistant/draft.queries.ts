import { sql } from 'kysely'
import type { DraftedEntity, StrikeReason } from '#contract/assistant.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A sentence as it was drafted; `strike` is null if its evidence supports it. */
export type DraftSentence = {
  text: string
  evidence: { type: string; id: number }[]
  strike: { reason: StrikeReason; value: string | null } | null
}

export type DraftRow = {
  id: number
  event_id: number | null
  report_id: number | null
  token: string
  is_model: boolean
  created_at: string
  sentences: DraftSentence[]
}

const columns = ['id', 'event_id', 'report_id', 'token', 'is_model', 'created_at', 'sentences'] as const

export async function insertDraft(
  ctx: Ctx,
  {
    noun,
    recordId,
    token,
    isModel,
    sentences,
  }: { noun: DraftedEntity; recordId: number; token: string; isModel: boolean; sentences: DraftSentence[] },
): Promise<void> {
  await sql`insert into assistant_draft (event_id, report_id, user_id, token, is_model, sentences, created_at)
    values (${noun === 'event' ? recordId : null}::bigint, ${noun === 'report' ? recordId : null}::bigint,
      ${ctx.actor.id}::bigint, ${token}::text, ${isModel}, ${JSON.stringify(sentences)}::jsonb,
      ${ctx.now().toISOString()}::timestamptz)`.execute(ctx.db)
}

export async function findDraftOf(ctx: Ctx, noun: DraftedEntity, recordId: number): Promise<DraftRow | undefined> {
  const row = await ctx.db
    .selectFrom('assistant_draft')
    .select(columns)
    .where(noun === 'event' ? 'event_id' : 'report_id', '=', recordId)
    .executeTakeFirst()
  return row as DraftRow | undefined
}

export async function findDraft(ctx: Ctx, id: number): Promise<DraftRow | undefined> {
  const row = await ctx.db
    .selectFrom('assistant_draft')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row as DraftRow | undefined
}

export async function saveSentences(ctx: Ctx, id: number, sentences: readonly DraftSentence[]): Promise<void> {
  await sql`update assistant_draft set sentences = ${JSON.stringify(sentences)}::jsonb where id = ${id}::bigint`.execute(
    ctx.db,
  )
}

/** The name of the token that acts. */
export async function findTokenName(ctx: Ctx, id: number): Promise<string> {
  const row = await ctx.db.selectFrom('token').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}
