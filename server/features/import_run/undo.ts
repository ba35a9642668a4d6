import { type KeepReason, type MarkEntity, markEntities, type UndoVerdict } from '#contract/import_run.api.ts'
import { type Entity, entityNames, linkFields } from '#contract/registry.ts'
import { type FieldChange, patchOf } from '#server/core/history.ts'
import { markBulk } from '#server/core/mark-bulk.ts'
import { markRecordsDeleted } from '#server/core/rows.ts'
import { deleteDecisionsOfRun, removeClaimsOfRun } from '#server/features/claim/claim.service.ts'
import { deleteKeysOfRun, dropSource } from '#server/features/source/source.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { bisectBatch } from '#server/platform/jobs/bisect-batch.ts'
import type { LinkEntity, UndoAdapters } from './import_run.adapter.ts'
import { importRuns, recordImportAct, type StoredRun } from './import_run.queries.ts'
import { judgeLinks, judgeRecords, type UndoDecision } from './judge.ts'
import { countOpenMarks, countVerdicts, findMarks, saveJudgedMarks } from './mark.queries.ts'
import type { UndoWork } from './step.ts'

const batchMarks = 500

const isEntityMark = (noun: MarkEntity): noun is Entity => (entityNames as readonly string[]).includes(noun)

/**
 * The dry run: determines the effect of an undo on everything that a run created or changed. If it is interrupted, it
 * starts again.
 */
export async function checkUndo(ctx: Ctx, adapters: UndoAdapters, work: UndoWork): Promise<void> {
  await work.inStep(ctx, async (ctx, run) => {
    await importRuns.change(ctx, run.id, { undo_progress: 0, undo_total: await countOpenMarks(ctx, run.id) })
  })
  await eachBatch(ctx, work, async (ctx, run, noun, marks) => {
    await saveJudgedMarks(
      ctx,
      run.id,
      (await judge(ctx, adapters, run, noun, marks, { lock: false })).map(toJudgedMark),
      {
        isDone: false,
      },
    )
  })
  await work.inStep(ctx, async (ctx, run) => {
    await importRuns.change(ctx, run.id, { undo_state: 'checked', undo_counts: await countVerdicts(ctx, run.id) })
  })
}

/**
 * Runs the undo by the current state of each record. Each batch is one transaction of records, history and marks, so
 * that each change is undone once, however often the job is killed.
 */
export async function runUndo(ctx: Ctx, adapters: UndoAdapters, work: UndoWork): Promise<void> {
  await eachBatch(ctx, work, async (ctx, run, noun, marks) => {
    await markBulk(ctx)
    await recordImportAct(ctx, run.id, true)
    const decisions = await judge(ctx, adapters, run, noun, marks, { lock: true })
    const done = isEntityMark(noun)
      ? await takeBackRecords(ctx, adapters, run, noun, decisions)
      : await takeBackLinks(ctx, adapters, noun, decisions)
    await saveJudgedMarks(ctx, run.id, done.map(toJudgedMark), { isDone: true })
  })
  while (await work.inStep(ctx, async (ctx, run) => (await forgetProvenance(ctx, run.id)) > 0)) work.pause()
  await work.inStep(ctx, async (ctx, run) => {
    await recordImportAct(ctx, run.id, true)
    await deleteDecisionsOfRun(ctx, run.id)
    await adapters.rest(ctx, run.id)
    if (run.made_source && run.source_id !== null) await dropSource(ctx, run.source_id)
    await importRuns.change(ctx, run.id, {
      undo_state: 'done',
      undo_counts: await countVerdicts(ctx, run.id),
      undone_at: ctx.now().toISOString(),
    })
  })
}

const forgetBatchSize = 20_000

/** Removes the run's statements about records, and the ids by which it knew them, except for records that stay. */
async function forgetProvenance(ctx: Ctx, runId: number): Promise<number> {
  return (await removeClaimsOfRun(ctx, runId, forgetBatchSize)) + (await deleteKeysOfRun(ctx, runId, forgetBatchSize))
}

type Batch = (ctx: Ctx, run: StoredRun, noun: MarkEntity, marks: Awaited<ReturnType<typeof findMarks>>) => Promise<void>

async function eachBatch(ctx: Ctx, work: UndoWork, doBatch: Batch): Promise<void> {
  for (const noun of markEntities)
    for (let before: number | null = null; ; ) {
      const last: number | undefined = await work.inStep(ctx, async (ctx, run) => {
        const marks = await findMarks(ctx, run.id, noun, { before, limit: batchMarks })
        if (marks.length === 0) return undefined
        await doBatch(ctx, run, noun, marks)
        await importRuns.change(ctx, run.id, {
          undo_progress: Math.min(run.undo_progress + marks.length, run.undo_total),
        })
        return marks.at(-1)?.id
      })
      if (last === undefined) break
      before = last
      work.pause()
    }
}

const judge = (
  ctx: Ctx,
  adapters: UndoAdapters,
  run: StoredRun,
  noun: MarkEntity,
  marks: Parameters<typeof judgeLinks>[3],
  options: { lock: boolean },
) =>
  isEntityMark(noun) ? judgeRecords(ctx, adapters, run.id, noun, marks, options) : judgeLinks(ctx, run.id, noun, marks)

const toJudgedMark = ({ id, verdict, reason, kept }: UndoDecision) => ({ id, verdict, reason, kept })

const isBack: readonly UndoVerdict[] = ['set_back', 'partly']

async function takeBackRecords(
  ctx: Ctx,
  adapters: UndoAdapters,
  run: StoredRun,
  noun: Entity,
  decisions: readonly UndoDecision[],
): Promise<UndoDecision[]> {
  const adapter = adapters.records[noun]
  const furtherChanges: FieldChange[] = [{ field: 'import_undone', from: run.file_name, to: null }]
  const leaving = decisions.flatMap(({ verdict, mark }) => (verdict === 'remove' ? [mark.record_id] : []))
  await markRecordsDeleted(ctx, { name: noun }, leaving, 'delete', furtherChanges)
  return await eachOrRefused(
    ctx,
    decisions,
    ({ verdict, found }) => isBack.includes(verdict) && found !== undefined,
    async (ctx, some) => {
      for (const { back, found } of some)
        for (const { field, from, to } of back.filter(({ field }) => linkFields[field]))
          await adapter.unlink?.(ctx, found!.id, field, addedLinks(from, to))
      const all = some.map(({ back, found }) => ({
        found: found!,
        values: previousValues(back, found!.values),
        furtherChanges,
      }))
      await adapter.update(
        ctx,
        all.filter(({ values }) => Object.keys(values).length > 0),
      )
    },
  )
}

/** The previous values; `now` is the record, whose custom fields are restored in part. */
const previousValues = (back: readonly FieldChange[], now: Record<string, unknown> = {}) =>
  patchOf(
    now,
    back.filter(({ field }) => !linkFields[field]).map(({ field, from, to }) => ({ field, from: to, to: from })),
  )

/** Links that a change added. */
function addedLinks(from: unknown, to: unknown): unknown[] {
  const before = new Set((Array.isArray(from) ? from : []).map(one => JSON.stringify(one)))
  return (Array.isArray(to) ? to : []).filter(one => !before.has(JSON.stringify(one)))
}

function takeBackLinks(
  ctx: Ctx,
  adapters: UndoAdapters,
  noun: LinkEntity,
  decisions: readonly UndoDecision[],
): Promise<UndoDecision[]> {
  const adapter = adapters.links[noun]
  return eachOrRefused(
    ctx,
    decisions,
    ({ verdict, link }) => link !== undefined && (verdict === 'remove' || isBack.includes(verdict)),
    async (ctx, some) => {
      for (const { verdict, mark, link, back } of some)
        if (verdict === 'remove') await adapter.remove(ctx, mark.record_id, link!.ends[0]!.id)
        else await adapter.update(ctx, mark.record_id, link!.ends[0]!.id, previousValues(back))
    },
  )
}

/** A record whose own rules refuse the undo stays unchanged, and does not stop the others. */
async function eachOrRefused(
  ctx: Ctx,
  decisions: readonly UndoDecision[],
  isWork: (decision: UndoDecision) => boolean,
  work: (ctx: Ctx, some: readonly UndoDecision[]) => Promise<void>,
): Promise<UndoDecision[]> {
  const refused = new Map<UndoDecision, KeepReason>()
  await bisectBatch(ctx, decisions.filter(isWork), work, async (ctx, decision, error) => {
    if (!(error instanceof AppError))
      ctx.log.error({ err: error, mark_id: decision.id }, 'import undo: a change could not be undone')
    refused.set(decision, error instanceof AppError && error.code === 'forbidden' ? 'forbidden' : 'refused')
  })
  return decisions.map(each => {
    const reason = refused.get(each)
    return reason === undefined ? each : { ...each, verdict: 'stay', reason, kept: [] }
  })
}
