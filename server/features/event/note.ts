import type { Received } from '#contract/endpoint.ts'
import type {
  createTimelineNote,
  listTimelineNotes,
  TimelineNote,
  updateTimelineNote,
} from '#contract/event-note.api.ts'
import { editors } from '#contract/role.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { findNote, findNotes, insertNote, type NoteRow, patchNote, recordExists, removeNote } from './note.queries.ts'

/** Editors may change their own notes; administrators any that they see. */
function mayChange(ctx: Ctx, note: NoteRow): boolean {
  const { actor } = ctx
  return editors.includes(actor.role) && (actor.role === 'admin' || (actor.id !== null && note.owner === actor.id))
}

function forReader(ctx: Ctx, note: NoteRow): TimelineNote {
  return { ...note, can: mayChange(ctx, note) ? ['update', 'delete'] : [] }
}

export async function listNotes(ctx: Ctx, query: Received<typeof listTimelineNotes>['query']) {
  const notes = await findNotes(ctx, query.og ?? [], query.person ?? [])
  return { items: notes.map(note => forReader(ctx, note)) }
}

export function createNote(ctx: Ctx, input: Received<typeof createTimelineNote>['body']): Promise<TimelineNote> {
  const { og_id: ogId = null, person_id: personId = null, at, text } = input
  if (ogId !== null && personId !== null) throw fieldError('person_id', 'wrong')
  return inTransaction(ctx, async ctx => {
    const isThere =
      ogId !== null ? recordExists(ctx, 'og', ogId) : personId === null || recordExists(ctx, 'person', personId)
    if (!(await isThere)) throw new AppError('not_found')
    const id = await insertNote(ctx, { og_id: ogId, person_id: personId, at, text })
    return forReader(ctx, await findOrFail(ctx, id))
  })
}

export function updateNote(
  ctx: Ctx,
  id: number,
  { rev, at, text }: Received<typeof updateTimelineNote>['body'],
): Promise<TimelineNote> {
  return inTransaction(ctx, async ctx => {
    const note = await ownNoteOrFail(ctx, id)
    if (rev !== undefined && rev !== note.rev) throw new AppError('stale', {}, { data: forReader(ctx, note) })
    const isSame = (at ?? note.at) === note.at && (text ?? note.text) === note.text
    if (!isSame) await patchNote(ctx, note, { ...(at !== undefined && { at }), ...(text !== undefined && { text }) })
    return forReader(ctx, await findOrFail(ctx, id))
  })
}

export function deleteNote(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const note = await ownNoteOrFail(ctx, id)
    await removeNote(ctx, note.id)
    return null
  })
}

async function findOrFail(ctx: Ctx, id: number, options: { lock?: boolean } = {}): Promise<NoteRow> {
  const note = await findNote(ctx, id, options)
  if (!note) throw new AppError('not_found')
  return note
}

async function ownNoteOrFail(ctx: Ctx, id: number): Promise<NoteRow> {
  const note = await findOrFail(ctx, id, { lock: true })
  if (!mayChange(ctx, note)) throw new AppError('forbidden_record')
  return note
}
