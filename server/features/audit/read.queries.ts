import { sql } from 'kysely'
import { type RecordEntity, recordEntities } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type RecordRef = { noun: RecordEntity; id: number }

/** Objects without access lists of their own, and the record whose lists apply to them. */
export const parts = {
  page: sql`select 'og' as noun, og_id as id from page where id = `,
  diff: sql`select 'og' as noun, og_id as id from diff where id = `,
  attachment: sql`select noun, record_id as id from attachment where id = `,
  screening: sql`select noun, record_id as id from screening where id = `,
} as const
export type AuditPart = keyof typeof parts

/** The record that a part belongs to. */
export async function findHolder(ctx: Ctx, part: AuditPart, id: number): Promise<RecordRef | undefined> {
  const { rows } = await sql<RecordRef>`${parts[part]} ${id}::bigint limit 1`.execute(ctx.db)
  return rows.find(({ noun }) => recordEntities.includes(noun))
}

/** The records among these that are not open to all users of their roles. */
export async function findRestricted(ctx: Ctx, refs: readonly RecordRef[]): Promise<RecordRef[]> {
  const byNoun = Map.groupBy(refs, ref => ref.noun)
  if (byNoun.size === 0) return []
  const each = [...byNoun].map(
    ([noun, own]) => sql`select ${noun}::text as noun, id from ${sql.table(noun)}
      where id = any(${[...new Set(own.map(ref => ref.id))]}::bigint[]) and read_user <> '{}'`,
  )
  const { rows } = await sql<RecordRef>`${sql.join(each, sql` union all `)}`.execute(ctx.db)
  return rows
}
