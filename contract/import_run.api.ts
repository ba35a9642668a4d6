import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { entityNames } from './registry.ts'
import { editors } from './role.ts'
import { Id, IdParams, Instant, listQuery, PathId, pageOf } from './wire.ts'

/**
 * Entities that a run creates or changes, in the order of undoing: links come last, because most are removed with their
 * records.
 */
export const markEntities = [...[...entityNames].reverse(), 'membership', 'relation', 'og_relation'] as const
export const MarkEntity = z.enum(markEntities)
export type MarkEntity = z.output<typeof MarkEntity>

/**
 * The effect of undoing on a record or link: `remove` moves a record created by the run to the trash, `set_back`
 * restores values, `partly` restores only values not changed since, `stay` leaves it; `gone`: it no longer exists.
 */
export const undoVerdicts = ['remove', 'set_back', 'partly', 'stay', 'gone'] as const
export const UndoVerdict = z.enum(undoVerdicts)
export type UndoVerdict = z.output<typeof UndoVerdict>

/**
 * Why something stays: `edited` since, by a person or another import; `merged`; `linked` by others; `cited` in a
 * report; `noted`: it has a note, a file or a mention; `collected`: pages of it are stored; `said` by another source as
 * well; `forbidden` for the user who undoes; `refused` by the record's own rules.
 */
export const keepReasons = [
  'edited',
  'merged',
  'linked',
  'cited',
  'noted',
  'collected',
  'said',
  'forbidden',
  'refused',
] as const
export const KeepReason = z.enum(keepReasons)
export type KeepReason = z.output<typeof KeepReason>

/** checking → checked → running → done; `failed` and `cancelled` end either step, and it can start again. */
export const undoStates = ['checking', 'checked', 'running', 'done', 'failed', 'cancelled'] as const

const UndoCounts = z.strictObject({
  noun: MarkEntity,
  remove: z.int(),
  set_back: z.int(),
  partly: z.int(),
  stay: z.int(),
  gone: z.int(),
})

/**
 * One run that wrote an imported file. The user who ran it, and administrators, can undo it while its file is stored.
 */
export const ImportRun = z.strictObject({
  id: Id,
  import_id: z.nullable(Id),
  interchange_id: z.nullable(Id),
  file_name: z.string(),
  source_id: z.nullable(Id),
  owner: z.nullable(Id),
  started_at: Instant,
  /** Null if undoing was never requested. */
  undo: z.nullable(
    z.strictObject({
      state: z.enum(undoStates),
      /** Records and links checked or undone, out of `total`. */
      progress: z.int(),
      total: z.int(),
      counts: z.array(UndoCounts),
      error: z.nullable(z.string()),
      by: z.nullable(Id),
    }),
  ),
  /** When it was last undone; items that had to stay then may be undone later. */
  undone_at: z.nullable(Instant),
  can: z.array(z.enum(['undo'])),
})
export type ImportRun = z.output<typeof ImportRun>

/** A record or link that the run created or changed. */
export const ImportMark = z.strictObject({
  id: Id,
  /** Row or entity of the file. */
  n: z.int(),
  noun: MarkEntity,
  record_id: Id,
  /** The title of the record, or the names of a link's ends; null if it no longer exists or may not be read. */
  title: z.nullable(z.string()),
  is_new: z.boolean(),
  verdict: z.nullable(UndoVerdict),
  reason: z.nullable(KeepReason),
  /** Fields that are restored. */
  fields: z.array(z.string()),
  /** Fields that stay as they are, and why. */
  kept: z.array(z.strictObject({ field: z.string(), reason: KeepReason })),
})
export type ImportMark = z.output<typeof ImportMark>

export const listImportRuns = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/import_run',
  roles: editors,
  summary: 'One’s own import runs (administrators: all), newest first',
  query: z.strictObject({
    ...listQuery(['started_at']),
    import: z.optional(PathId),
    interchange: z.optional(PathId),
  }),
  reply: pageOf(ImportRun),
  errors: ['invalid'],
})

export const getImportRun = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/import_run/{id}',
  roles: editors,
  summary: 'One import run, and the progress of its undo',
  params: IdParams,
  reply: ImportRun,
  errors: ['not_found'],
})

export const listImportMarks = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/import_run/{id}/mark',
  roles: editors,
  summary: 'Records that an import run created or changed, with the effect of an undo on each',
  params: IdParams,
  query: z.strictObject({ ...listQuery(['n']), verdict: z.optional(UndoVerdict) }),
  reply: pageOf(ImportMark),
  errors: ['invalid', 'not_found'],
})

export const checkImportUndo = endpoint({
  method: 'POST',
  path: '/v1/import_run/{id}/undo',
  roles: editors,
  bound: 'write',
  summary: 'Preview the undo of an import; nothing is written',
  params: IdParams,
  reply: ImportRun,
  errors: ['not_found', 'wrong_state'],
})

export const runImportUndo = endpoint({
  method: 'POST',
  path: '/v1/import_run/{id}/undo/run',
  roles: editors,
  bound: 'write',
  summary: 'Undo the import; records changed or used since stay, and are reported',
  params: IdParams,
  reply: ImportRun,
  errors: ['not_found', 'wrong_state'],
})

export const cancelImportUndo = endpoint({
  method: 'POST',
  path: '/v1/import_run/{id}/undo/cancel',
  roles: editors,
  bound: 'write',
  summary: 'Stop the undo; changes already undone stay undone',
  params: IdParams,
  reply: ImportRun,
  errors: ['not_found', 'wrong_state'],
})
