import { setImmediate } from 'node:timers/promises'
import { markBulk } from '#server/core/mark-bulk.ts'
import { storeDecidedValue } from '#server/features/claim/claim.service.ts'
import { isApplied } from '#server/features/import_choice/import_choice.service.ts'
import { type NewMark, runOf, storeMarks } from '#server/features/import_run/import_run.service.ts'
import { storeKeys } from '#server/features/source/source.service.ts'
import { takeTurn } from '#server/ingest/staging/turn.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { pipelined } from '#server/platform/db/pipeline.ts'
import { drafter, type FileRow, type RowDraft } from './draft.ts'
import type { ExistingRecord, ImportAdapter, ImportAdapters } from './import.adapter.ts'
import { imports, type StoredImport } from './import.queries.ts'
import { type ClaimSource, stateNew, stateRows, stateUnchanged } from './import-claims.ts'
import { countLeftOut, countVerdicts, findRowKeys, findRowsToWrite, findWritten, saveJudged } from './job.queries.ts'
import { type JudgedRow, judge } from './judge.ts'
import { type EarlierRows, emptyEarlierRows } from './match.ts'
import type { ImportWork } from './step.ts'

const batchRows = 1_000

/**
 * Writes the rows that the dry run found new or changed. Each batch is one transaction of records, history and marks on
 * the rows, so that a row is written exactly once however often the job is killed.
 */
export async function runRows(ctx: Ctx, adapters: ImportAdapters, row: StoredImport, work: ImportWork): Promise<void> {
  const adapter = adapters[row.noun]
  const draftOf = drafter(adapter, row, ctx.locale)
  const known: RunState = { draftOf, seen: emptyEarlierRows(), progress: -1, after: 0, version: '', next: [] }
  while (await writeBatch(ctx, adapter, known, work)) work.pause()
}

type RunState = {
  draftOf: (row: FileRow) => RowDraft
  /**
   * Records and keys used by earlier rows, and the row up to which everything is written; valid as long as no other
   * worker has moved the progress.
   */
  seen: EarlierRows
  progress: number
  after: number
  /** The next rows, already read; valid as long as the import is unchanged: an erasure may have emptied rows. */
  next: readonly RowDraft[]
  version: string
}

function writeBatch(ctx: Ctx, adapter: ImportAdapter, known: RunState, work: ImportWork): Promise<boolean> {
  return work.inStep(ctx, async (ctx, row) => {
    await markBulk(ctx)
    await takeTurn(ctx, row.noun)
    // Records may have changed since the dry run, so they are judged again in their present state.
    if (known.progress !== row.progress) {
      known.seen = await readEarlierRows(ctx, row.id)
      known.after = 0
    }
    if (known.version !== row.version) known.next = await readNext(ctx, row, known, known.after)
    const drafts = known.next
    const last = drafts.at(-1)?.row.n
    if (last === undefined) {
      await keepRest(ctx, adapter, row)
      const counts = await countVerdicts(ctx, row.id)
      await imports.change(ctx, row.id, { state: 'done', counts, left_out: await countLeftOut(ctx, row.id) })
      return false
    }
    const { judged } = await judge(ctx, adapter, row.plan, drafts, known.seen, {
      lock: true,
      choicesOf: { import_id: row.id },
    })
    const { source_id = null } = row.plan
    const runId = await runOf(ctx, { import_id: row.id }, { file_name: row.file_name, source_id })
    const teller = source_id === null ? undefined : { source_id, run_id: runId }
    const written = await write(ctx, adapter, { row, teller }, judged, known.seen)
    // One connection runs these statements in sequence; the next batch is prepared while it is busy.
    const [next] = await pipelined([
      readNext(ctx, row, known, last),
      saveJudged(ctx, row.id, written, true),
      storeDecidedValue(ctx, row.noun, runId, decidedIn(written)),
      storeMarks(ctx, runId, row.noun, marksOf(written)),
      teller && stateRows(ctx, adapter, row, teller, written),
    ])
    known.next = next
    known.after = last
    known.progress = row.progress + drafts.length
    const count = row.written + judged.filter(isWrite).length
    known.version = (await imports.change(ctx, row.id, { progress: known.progress, written: count })).version ?? ''
    return true
  })
}

/** Small enough that the connection hardly waits for its next statement. */
const draftsAtOnce = 25

/**
 * Reads the next rows by the plan, a few at a time. Everything up to `after` is written: without this limit each batch
 * would scan all rows before it.
 */
async function readNext(ctx: Ctx, row: StoredImport, { draftOf }: RunState, after: number): Promise<RowDraft[]> {
  const rows = await findRowsToWrite(ctx, row.id, after, batchRows)
  const drafts: RowDraft[] = []
  for (const each of rows) {
    drafts.push(draftOf(each))
    if (drafts.length % draftsAtOnce === 0) await setImmediate()
  }
  return drafts
}

async function readEarlierRows(ctx: Ctx, importId: number): Promise<EarlierRows> {
  const seen = emptyEarlierRows()
  for (const { n, id, isNew } of await findWritten(ctx, importId)) {
    seen.records.set(id, n)
    if (isNew) seen.created.add(id)
  }
  return seen
}

const keysAtOnce = 5_000

/** States the claims of the file on unchanged records, and stores the ids by which its source knows all records. */
async function keepRest(ctx: Ctx, adapter: ImportAdapter, row: StoredImport): Promise<void> {
  const { source_id = null } = row.plan
  if (source_id === null) return
  const run_id = await runOf(ctx, { import_id: row.id }, { file_name: row.file_name, source_id })
  await stateUnchanged(ctx, adapter, row, { source_id, run_id })
  await keepRowKeys(ctx, row, { source_id, run_id })
}

async function keepRowKeys(ctx: Ctx, { id, noun }: StoredImport, { source_id, run_id }: ClaimSource): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await findRowKeys(ctx, id, after, keysAtOnce)
    await storeKeys(ctx, source_id, noun, rows, run_id)
    const last = rows.at(-1)
    if (!last) return
    after = last.n
  }
}

const decidedIn = (written: readonly JudgedRow[]) =>
  written.flatMap(({ found, decided = [] }) => (found ? decided.map(field => ({ record_id: found.id, field })) : []))

/** Marks of the run for undoing it: created records and changes. */
const marksOf = (written: readonly JudgedRow[]) =>
  written.filter(isWrite).flatMap(({ n, verdict, changes, found }): NewMark[] => {
    const is_new = verdict === 'new'
    const made = is_new ? [] : changes.filter(isApplied)
    return found && (is_new || made.length > 0) ? [{ n, record_id: found.id, is_new, changes: made }] : []
  })

function isWrite(row: JudgedRow): boolean {
  return row.verdict === 'new' || row.verdict === 'changed'
}

/**
 * Writes rows and returns them with their records. Claims on new records are prepared while the database inserts those.
 */
async function write(
  ctx: Ctx,
  adapter: ImportAdapter,
  { row, teller }: { row: StoredImport; teller: ClaimSource | undefined },
  judged: JudgedRow[],
  seen: EarlierRows,
): Promise<JudgedRow[]> {
  const fresh = judged.filter(each => each.verdict === 'new')
  const made = new Map<number, ExistingRecord>()
  await adapter.insert(
    ctx,
    fresh.map(each => each.values),
    row.plan,
    async ids => {
      const created = fresh.map(({ n, values }, place) => ({ n, record_id: ids[place]!, settled: values }))
      for (const { n, record_id } of created) made.set(n, { id: record_id } as ExistingRecord)
      if (teller) await stateNew(ctx, adapter, row, teller, created)
    },
  )
  const changed = judged.flatMap(each =>
    each.verdict === 'changed' && each.found ? [{ found: each.found, values: each.values }] : [],
  )
  await adapter.update(ctx, changed)
  for (const { id } of made.values()) seen.created.add(id)
  return judged.map(each => {
    const found = made.get(each.n)
    return found ? { ...each, found } : each
  })
}
