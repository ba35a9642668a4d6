import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/import_run.api.ts'
import type { ImportMark, ImportRun, MarkEntity } from '#contract/import_run.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { findFileSource, hideSourceIds, mayUseSource } from '#server/features/source/source.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import {
  findLastRun,
  findLastSource,
  findLeft,
  findRun,
  findRuns,
  importRuns,
  insertRun,
  isWriting,
  type RunOf,
  recordImportAct,
  type StoredRun,
} from './import_run.queries.ts'
import { findReadableMarks, insertMarks, type NewMark } from './mark.queries.ts'
import { findTitles } from './title.queries.ts'

export { deleteMarks, type NewMark } from './mark.queries.ts'
/** Starts a run of an import, which records what it creates and changes. */
export const startRun = (ctx: Ctx, values: Parameters<typeof insertRun>[1]): Promise<number> => insertRun(ctx, values)

/** The run of an import; creates one for an import that an older version of the console started. */
export async function runOf(ctx: Ctx, of: RunOf, values: { file_name: string; source_id: number | null }) {
  const id = (await findLastRun(ctx, of)) ?? (await insertRun(ctx, { ...of, ...values }))
  await recordImportAct(ctx, id, false)
  return id
}

/** Records what a batch created and changed, in its transaction. */
export const storeMarks = (ctx: Ctx, runId: number, noun: MarkEntity, marks: readonly NewMark[]): Promise<void> =>
  insertMarks(ctx, runId, noun, marks)

const isBusy = ({ undo_state: state }: StoredRun) => state === 'checking' || state === 'running'

async function toDto(ctx: Ctx, run: StoredRun): Promise<ImportRun> {
  return (await toDtos(ctx, [run]))[0]!
}

/** A run without anything left to undo offers no undo. */
async function toDtos(ctx: Ctx, runs: readonly StoredRun[]): Promise<ImportRun[]> {
  const left = await findLeft(
    ctx,
    runs.map(run => run.id),
  )
  return await hideSourceIds(
    ctx,
    runs.map(run => toDtoWithState(run, left.has(run.id))),
  )
}

function toDtoWithState(run: StoredRun, isLeft: boolean): ImportRun {
  const { id, import_id, interchange_id, file_name, source_id, owner, started_at, undone_at, undo_state: state } = run
  const facts = { id, import_id, interchange_id, file_name, source_id, owner, started_at, undone_at }
  const { undo_progress: progress, undo_total: total, undo_counts: counts, undo_error: error, undo_by: by } = run
  return {
    ...facts,
    undo: state && { state, progress, total, counts, error, by },
    can: isLeft && !isBusy(run) ? ['undo'] : [],
  }
}

export async function listImportRuns(
  ctx: Ctx,
  query: Received<typeof contract.listImportRuns>['query'],
): Promise<ListPage<ImportRun>> {
  const page = await findRuns(ctx, query)
  return { ...page, items: await toDtos(ctx, page.items) }
}

async function findOrFail(ctx: Ctx, id: number, lock = false): Promise<StoredRun> {
  const run = await findRun(ctx, id, { lock })
  if (!run) throw new AppError('not_found')
  return run
}

export async function getImportRun(ctx: Ctx, id: number): Promise<ImportRun> {
  return await toDto(ctx, await findOrFail(ctx, id))
}

export async function listImportMarks(
  ctx: Ctx,
  id: number,
  query: Received<typeof contract.listImportMarks>['query'],
): Promise<ListPage<ImportMark>> {
  const run = await findOrFail(ctx, id)
  const page = await findReadableMarks(ctx, run.id, query)
  const titles = await findTitles(ctx, page.items)
  return {
    ...page,
    items: page.items.map(mark => ({ ...mark, title: titles.get(`${mark.noun} ${mark.record_id}`) ?? null })),
  }
}

/** Starts the dry run of an undo. Not possible while the import or its undo is running. */
export function checkImportUndo(ctx: Ctx, id: number): Promise<ImportRun> {
  return inTransaction(ctx, async ctx => {
    const run = await findOrFail(ctx, id, true)
    if (isBusy(run) || (await isWriting(ctx, run))) throw new AppError('wrong_state')
    // A file that changed nothing may still have added its source to records.
    if (!(await findLeft(ctx, [id])).has(id)) throw new AppError('wrong_state')
    return await begin(ctx, run, 'checking')
  })
}

export function runImportUndo(ctx: Ctx, id: number): Promise<ImportRun> {
  return inTransaction(ctx, async ctx => {
    const run = await findOrFail(ctx, id, true)
    if (run.undo_state !== 'checked' || (await isWriting(ctx, run))) throw new AppError('wrong_state')
    const { import_id, interchange_id, file_name, undo_counts: counts } = run
    await audit(ctx, {
      act: 'undo_import',
      noun: import_id === null ? 'interchange' : 'import',
      recordId: import_id ?? interchange_id,
      detail: { import_run_id: id, file_name, counts },
    })
    return await begin(ctx, run, 'running')
  })
}

async function begin(ctx: Ctx, run: StoredRun, state: 'checking' | 'running'): Promise<ImportRun> {
  const started = await importRuns.change(ctx, run.id, {
    undo_state: state,
    undo_step: run.undo_step + 1,
    undo_by: ctx.actor.id,
    undo_progress: 0,
    undo_error: null,
    locale: ctx.locale,
  })
  await queueRunStep(ctx, started)
  return await toDto(ctx, started)
}

/** Queues the job of the run's current step. */
export async function queueRunStep(ctx: Ctx, { id, undo_step: step, undo_state: state }: StoredRun): Promise<void> {
  const job = state === 'checking' ? 'check_import_undo' : 'run_import_undo'
  await addJob(ctx.db, job, { id, step }, { key: `import_run:${id}` })
}

export function cancelImportUndo(ctx: Ctx, id: number): Promise<ImportRun> {
  return inTransaction(ctx, async ctx => {
    const run = await findOrFail(ctx, id, true)
    if (!isBusy(run)) throw new AppError('wrong_state')
    return await toDto(ctx, await importRuns.change(ctx, id, { undo_state: 'cancelled', undo_step: run.undo_step + 1 }))
  })
}

/** The source of the last file with this name, or the source created for it; null for an unknown name. */
export async function proposeSource(ctx: Ctx, fileName: string): Promise<number | null> {
  const last = await findLastSource(ctx, fileName)
  return last !== null && (await mayUseSource(ctx, last)) ? last : await findFileSource(ctx, fileName)
}
