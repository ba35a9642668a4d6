import { type SqlBool, sql } from 'kysely'
import type { TimelineNote } from '#contract/event-note.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { readable } from '#server/core/access.ts'
import { policies } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type NoteRow = Omit<TimelineNote, 'can'>

const notesAtMost = 1_000

/**
 * Condition for rows of `timeline_note`: users who may read its record may read a note; a note without a record only its
 * owner.
 */
export const isNoteReadable = (ctx: Ctx) => sql<SqlBool>`case
  when timeline_note.og_id is not null then exists (select from og
    where og.id = timeline_note.og_id and og.deleted_at is null and ${readable(policies.og, ctx, 'og')})
  when timeline_note.person_id is not null then exists (select from person
    where person.id = timeline_note.person_id and person.deleted_at is null and ${readable(policies.person, ctx, 'person')})
  else timeline_note.owner = ${ctx.actor.id}::bigint end`

function visibleNotes(ctx: Ctx) {
  return ctx.db
    .selectFrom('timeline_note')
    .where(isNoteReadable(ctx))
    .leftJoin('user', 'user.id', 'timeline_note.owner')
    .select([
      'timeline_note.id',
      'timeline_note.rev',
      'timeline_note.og_id',
      'timeline_note.person_id',
      'timeline_note.at',
      'timeline_note.text',
      'timeline_note.owner',
      sql<string | null>`coalesce(nullif("user".name, ''), "user".username)`.as('owner_name'),
      'timeline_note.created_at',
      'timeline_note.updated_at',
    ])
}

/** Notes on these records, or the user's own notes without a record, by time. */
export function findNotes(ctx: Ctx, ogs: readonly number[], persons: readonly number[]): Promise<NoteRow[]> {
  const isGeneral = ogs.length + persons.length === 0
  const where = isGeneral
    ? sql<SqlBool>`timeline_note.owner = ${ctx.actor.id}::bigint and timeline_note.og_id is null and timeline_note.person_id is null`
    : sql<SqlBool>`(timeline_note.og_id = any(${ogs}::bigint[]) or timeline_note.person_id = any(${persons}::bigint[]))`
  return visibleNotes(ctx)
    .where(where)
    .orderBy('timeline_note.at')
    .orderBy('timeline_note.id')
    .limit(notesAtMost)
    .execute()
}

export function findNote(ctx: Ctx, id: number, options: { lock?: boolean } = {}): Promise<NoteRow | undefined> {
  return visibleNotes(ctx)
    .where('timeline_note.id', '=', id)
    .$if(options.lock === true, query => query.forUpdate('timeline_note'))
    .executeTakeFirst()
}

/** Whether the reader may read the record of a note; it is locked until the transaction ends. */
export async function recordExists(ctx: Ctx, kind: PartyEntity, id: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom(kind)
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(readable(policies[kind], ctx, kind))
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function insertNote(
  ctx: Ctx,
  values: Pick<NoteRow, 'og_id' | 'person_id' | 'at' | 'text'>,
): Promise<number> {
  const at = ctx.now().toISOString()
  const { id } = await ctx.db
    .insertInto('timeline_note')
    .values({ ...values, owner: ctx.actor.id, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function patchNote(ctx: Ctx, note: NoteRow, values: { at?: string; text?: string }): Promise<void> {
  await ctx.db
    .updateTable('timeline_note')
    .set({ ...values, rev: note.rev + 1, updated_at: ctx.now().toISOString() })
    .where('id', '=', note.id)
    .execute()
}

export async function removeNote(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('timeline_note').where('id', '=', id).execute()
}
