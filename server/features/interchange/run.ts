import type { RowEvidence } from '#contract/claim.api.ts'
import { type InterchangeKind, interchangeKinds } from '#contract/interchange.api.ts'
import { type MergeEntity, mergeEntities } from '#contract/registry.ts'
import { cutText } from '#contract/text.ts'
import { listHalves } from '#server/core/access.ts'
import { changesOf } from '#server/core/history.ts'
import { markBulk } from '#server/core/mark-bulk.ts'
import { findStatable, stateFile, storeDecidedValue } from '#server/features/claim/claim.service.ts'
import type { ImportAdapters } from '#server/features/import/import.service.ts'
import { isApplied } from '#server/features/import_choice/import_choice.service.ts'
import { type NewMark, runOf, storeMarks } from '#server/features/import_run/import_run.service.ts'
import { type KeyedEntity, storeKeys } from '#server/features/source/source.service.ts'
import { takeTurn } from '#server/ingest/staging/turn.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type EntityRow, interchanges, type StoredExchange } from './interchange.queries.ts'
import { type EntityDecision, judgeRecords } from './judge.ts'
import { isLink, judgeLinks } from './judge-link.ts'
import { type OgLinkValues, statedOgRelation } from './og-relation.ts'
import { countRows, findNext, findUnchanged, type JudgedEntity, saveJudged } from './row.queries.ts'
import type { ExchangeWork } from './step.ts'
import { writeEvents, writeLinks, writeRecords } from './write.ts'

/** Records and memberships are written many per statement, relations and events one by one. */
const batchRows = { og: 500, person: 500, event: 100, membership: 500, relation: 100, og_relation: 100 }

/**
 * Writes the new and changed entities of the dry run: first the targets of links, then the links. Each batch is one
 * transaction of records, history and marks on the rows, so that a row is written once however often the job is killed.
 */
export async function writeFile(
  ctx: Ctx,
  adapters: ImportAdapters,
  row: StoredExchange,
  work: ExchangeWork,
): Promise<void> {
  for (const kind of interchangeKinds) {
    let after: number | undefined = 0
    while (after !== undefined) {
      after = await writeBatch(ctx, adapters, kind, after, work)
      work.pause()
    }
  }
  await work.inStep(ctx, async ctx => {
    if (row.source_id !== null) await keepUnchanged(ctx, row, row.source_id, await runOfRow(ctx, row))
    await interchanges.change(ctx, row.id, { state: 'done', counts: await countRows(ctx, row.id) })
  })
}

function writeBatch(
  ctx: Ctx,
  adapters: ImportAdapters,
  kind: InterchangeKind,
  after: number,
  work: ExchangeWork,
): Promise<number | undefined> {
  return work.inStep(ctx, async (ctx, row) => {
    await takeTurn(ctx, kind)
    await markBulk(ctx)
    const rows = await findNext(ctx, row.id, kind, { after, limit: batchRows[kind], toWrite: true })
    if (rows.length === 0) return undefined
    const runId = await runOfRow(ctx, row)
    const written = await write(ctx, adapters, kind, { ...row, run_id: runId }, rows)
    await saveJudged(ctx, row.id, written, true)
    await storeMarks(ctx, runId, kind, marksOf(written))
    if (row.source_id !== null) {
      if (isKeyed(kind)) await storeKeys(ctx, row.source_id, kind, keysOf(written), runId)
      const of = { noun: kind, source_id: row.source_id, interchange_id: row.id, run_id: runId }
      await stateFile(ctx, of, valuesOf(kind, written, { ...row, run_id: runId }))
    }
    const count = written.filter(({ verdict }) => verdict === 'new' || verdict === 'changed').length
    await interchanges.change(ctx, row.id, { progress: row.progress + rows.length, written: row.written + count })
    return rows.at(-1)?.n
  })
}

/** Records may have changed since the dry run, so they are judged again in their present state. */
async function write(
  ctx: Ctx,
  adapters: ImportAdapters,
  kind: InterchangeKind,
  row: StoredExchange & { run_id: number },
  rows: EntityRow[],
): Promise<JudgedEntity[]> {
  if (isLink(kind)) return await writeLinks(ctx, kind, await judgeLinks(ctx, adapters, row, kind, rows))
  const choicesOf = { interchange_id: row.id }
  const { decisions } = await judgeRecords(ctx, adapters, row, kind, rows, { lock: true, choicesOf })
  const { owner: _owner, ...access } = listHalves(row)
  const written =
    kind === 'event'
      ? await writeEvents(ctx, decisions, access)
      : await writeRecords(ctx, adapters, kind, decisions, access)
  await storeDecidedValue(ctx, kind, row.run_id, decidedIn(decisions, written))
  return written
}

/** Omits decisions on rows that were refused in the end. */
function decidedIn(decisions: readonly EntityDecision[], written: readonly JudgedEntity[]) {
  const writtenRows = new Set(written.flatMap(({ row, verdict }) => (verdict === 'changed' ? [row.n] : [])))
  return decisions.flatMap(({ row, record_id, decided = [] }) =>
    record_id !== null && writtenRows.has(row.n) ? decided.map(field => ({ record_id, field })) : [],
  )
}

const isMerging = (kind: InterchangeKind): kind is MergeEntity => (mergeEntities as readonly string[]).includes(kind)

const isKeyed = (kind: InterchangeKind): kind is Extract<InterchangeKind, KeyedEntity> =>
  isMerging(kind) || kind === 'membership'

const runOfRow = (ctx: Ctx, { id, file_name, source_id }: StoredExchange) =>
  runOf(ctx, { interchange_id: id }, { file_name, source_id })

/** Marks of the run for undoing it: created records, created links with their values, and changes. */
const marksOf = (written: readonly JudgedEntity[]) =>
  written.flatMap(({ row, record_id, verdict, changes }): NewMark[] => {
    if (record_id === null || (verdict !== 'new' && verdict !== 'changed')) return []
    const is_new = verdict === 'new'
    const stated = is_new && !isMerging(row.kind) ? changesOf(Object.keys(row.values), {}, row.values) : []
    const made = is_new ? stated : changes.filter(isApplied)
    return is_new || made.length > 0 ? [{ n: row.n, record_id, is_new, changes: made }] : []
  })

/** The values in the file for each record or link, not the result of merging them with the existing ones. */
const valuesOf = (kind: InterchangeKind, written: readonly JudgedEntity[], of: OfFile) =>
  written.flatMap(({ row, record_id, verdict }) =>
    record_id !== null && (verdict === 'new' || verdict === 'changed')
      ? [
          {
            record_id,
            is_new: verdict === 'new',
            values: statedValues(kind, row.values),
            evidence: [locationInFile(of, row)],
          },
        ]
      : [],
  )

type OfFile = { file_name: string; run_id: number }

/** Location in the file: the position of the entity, and its id in the file. */
const locationInFile = ({ file_name, run_id }: OfFile, { n, key }: { n: number; key: string | null }): RowEvidence => ({
  ...{ type: 'row', run_id, file_name, n },
  ...(key !== null && { key: cutText(key, 200) }),
})

/** Claims of a link include at least its existence. */
function statedValues(kind: InterchangeKind, values: Record<string, unknown>): Record<string, unknown> {
  if (isMerging(kind)) return values
  const stated = kind === 'og_relation' ? statedOgRelation(values as OgLinkValues) : values
  return { ...stated, link: true }
}

/** The id by which the file knows each record; records exported by this deployment are identified by their own id. */
const keysOf = (written: readonly JudgedEntity[]) =>
  written.flatMap(({ row, record_id }) => {
    const [key] = row.ids
    return record_id !== null && row.own_id === null && key !== undefined ? [{ key, record_id }] : []
  })

const unchangedAtOnce = 1_000

/** Unchanged records also receive the file's claims: they have one more source, and can be found by its ids. */
async function keepUnchanged(
  ctx: Ctx,
  { id, file_name }: StoredExchange,
  sourceId: number,
  runId: number,
): Promise<void> {
  for (const kind of interchangeKinds)
    for (let after = 0; ; ) {
      const found = await findUnchanged(ctx, id, kind, { after, limit: unchangedAtOnce })
      // Nothing was written, so the actor's right to state these values has not been checked yet.
      const open = await findStatable(
        ctx,
        kind,
        found.map(({ record_id }) => record_id),
      )
      const rows = found.filter(({ record_id }) => open.has(record_id))
      const keys = rows.flatMap(({ key, record_id }) => (key === null ? [] : [{ key, record_id }]))
      if (isKeyed(kind)) await storeKeys(ctx, sourceId, kind, keys, runId)
      await stateFile(
        ctx,
        { noun: kind, source_id: sourceId, interchange_id: id, run_id: runId },
        rows.map(row => ({
          record_id: row.record_id,
          is_new: false,
          values: statedValues(kind, row.values),
          evidence: [locationInFile({ file_name, run_id: runId }, row)],
        })),
      )
      const last = found.at(-1)
      if (!last) break
      after = last.n
    }
}
