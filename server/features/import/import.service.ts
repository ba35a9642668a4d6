import type { Import, ImportPlan, ImportRow } from '#contract/import.api.ts'
import type { JobName } from '#contract/job.ts'
import type { ListPage } from '#contract/wire.ts'
import { findListFaults } from '#server/core/table.ts'
import { withChoices } from '#server/features/import_choice/import_choice.service.ts'
import { startRun } from '#server/features/import_run/import_run.service.ts'
import { hideSourceIds, mayUseSource, newSource } from '#server/features/source/source.service.ts'
import { removeCells } from '#server/ingest/staging/cells.queries.ts'
import type { FilePage } from '#server/ingest/staging/file-table.queries.ts'
import { storeUpload } from '#server/ingest/staging/files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { IncomingFile } from '#server/platform/files/files.ts'
import { AppError, type FieldFault } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { enforceQuota } from '#server/platform/jobs/quota.ts'
import { choicesOf, isClosed, readCell } from './cell.ts'
import { withCustomFields } from './custom.ts'
import { constantFields } from './draft.ts'
import { explainRows } from './explain.ts'
import type { ImportAdapter, ImportAdapters } from './import.adapter.ts'
import {
  countHeldFields,
  findImportRows,
  type ImportState,
  importCells,
  imports,
  noCounts,
  rememberMeanings,
  rememberPlan,
  type StoredImport,
  startStep,
} from './import.queries.ts'

export { listOf } from './cell.ts'
export { readDate } from './date.ts'
export { makesEntrances } from './draft.ts'
export type {
  AdapterField,
  ExistingRecord,
  ImportAdapter,
  ImportAdapters,
  ImportValues,
  LinkedOg,
  MissingRecord,
  RowValues,
  StatedLink,
} from './import.adapter.ts'
export { isImporting, isWriting } from './import.queries.ts'
export {
  keysOfNumbers,
  mergeNumbers,
  numberFieldsOf,
  numberKeys,
  numberMatches,
  numberMatchKey,
  withNumbers,
} from './number-fields.ts'
export { importFieldsOf } from './schema-fields.ts'

const emptyPlan: ImportPlan = {
  mapping: [],
  match_on: [],
  constants: {},
  on_wrong: 'skip_value',
  on_empty: 'keep',
  read_user: [],
  write_user: [],
}

function toDto(ctx: Ctx, adapter: ImportAdapter, row: StoredImport, held: Import['held']): Import {
  const { file_key: _key, locale: _locale, step: _step, dates: _dates, version: _version, ...rest } = row
  const fields = adapter.fields.map(field => {
    const { name, kind, required = false, canMatch = false, labels, matchLabels = labels } = field
    const choices = choicesOf(field, ctx.locale)
    return {
      name,
      label: labels[ctx.locale],
      match_label: matchLabels[ctx.locale],
      kind,
      required,
      can_match: canMatch,
      ...(choices && { choices: [...choices] }),
    }
  })
  return { ...rest, fields, held, counts: { ...noCounts, ...rest.counts } }
}

async function forOwner(ctx: Ctx, adapters: ImportAdapters, row: StoredImport): Promise<Import> {
  const held = row.state === 'checked' ? await countHeldFields(ctx, row.id) : []
  const [named] = await hideSourceIds(ctx, [{ source_id: row.plan.source_id ?? null }])
  const plan = named?.source_id ? row.plan : { ...row.plan, source_id: null }
  return toDto(ctx, await withCustomFields(ctx, adapters[row.noun]), { ...row, plan }, held)
}

/** Stores the whole file, then queues its reading as a job. */
export function createImport(
  ctx: Ctx,
  adapters: ImportAdapters,
  noun: ImportAdapter['noun'],
  file: IncomingFile,
): Promise<Import> {
  return storeUpload(ctx, 'import', file, async (ctx, stored) => {
    await enforceQuota(ctx, 'limit_open_imports', () => imports.countMine(ctx))
    const row = await imports.insert(ctx, { ...stored, noun, plan: emptyPlan, state: 'parsing', step: 1 })
    await queueStep(ctx, row)
    return await forOwner(ctx, adapters, row)
  })
}

const jobOf: Partial<Record<ImportState, JobName>> = {
  parsing: 'parse_import',
  checking: 'check_import',
  running: 'run_import',
}

/** Queues the job of the present step. */
export async function queueStep(ctx: Ctx, { id, step, state }: StoredImport): Promise<void> {
  const job = jobOf[state]
  if (job) await addJob(ctx.db, job, { id, step }, { key: `import:${id}` })
}

export async function listImports(ctx: Ctx, adapters: ImportAdapters, query: FilePage): Promise<ListPage<Import>> {
  const page = await imports.findMyPage(ctx, query)
  return { ...page, items: await Promise.all(page.items.map(row => forOwner(ctx, adapters, row))) }
}

export async function getImport(ctx: Ctx, adapters: ImportAdapters, id: number): Promise<Import> {
  return await forOwner(ctx, adapters, await findOrFail(ctx, id))
}

async function findOrFail(ctx: Ctx, id: number, lock = false): Promise<StoredImport> {
  const row = await imports.findMine(ctx, id, { lock })
  if (!row) throw new AppError('not_found')
  return row
}

export async function listRows(
  ctx: Ctx,
  adapters: ImportAdapters,
  id: number,
  query: Parameters<typeof findImportRows>[2],
): Promise<ListPage<ImportRow>> {
  const row = await findOrFail(ctx, id)
  const page = await findImportRows(ctx, row.id, query)
  const items = await explainRows(ctx, await withCustomFields(ctx, adapters[row.noun]), row, page.items)
  return { ...page, items: await asDecided(ctx, row, items) }
}

/** Until they are written, rows show their changes according to the present decisions. */
async function asDecided(ctx: Ctx, { id, noun, state }: StoredImport, items: ImportRow[]): Promise<ImportRow[]> {
  if (state !== 'checked') return items
  const withChoice = await withChoices(
    ctx,
    { import_id: id },
    items.map(item => ({ ...item, noun })),
  )
  return withChoice.map(({ noun: _, ...item }) => item)
}

/** Reads the file again from the chosen sheet and heading row; previous results are discarded. */
export function readImport(
  ctx: Ctx,
  adapters: ImportAdapters,
  id: number,
  { sheet, heading }: { sheet: string | null; heading: number | null },
): Promise<Import> {
  return inTransaction(ctx, async ctx => {
    const row = await inState(ctx, id, ['mapping', 'checked', 'failed', 'cancelled'])
    if (row.file_key === null || row.layout === null || row.written > 0) throw new AppError('wrong_state')
    await enforceQuota(ctx, 'limit_open_imports', () => imports.countMine(ctx))
    await removeCells(ctx, importCells, id)
    const layout = { ...row.layout, sheet, heading: heading ?? 0, totals: null }
    const started = await startStep(ctx, row, 'parsing', { layout })
    await queueStep(ctx, started)
    return await forOwner(ctx, adapters, started)
  })
}

export function checkImport(ctx: Ctx, adapters: ImportAdapters, id: number, plan: ImportPlan): Promise<Import> {
  return inTransaction(ctx, async ctx => {
    const row = await inState(ctx, id, ['mapping', 'checked', 'done', 'failed', 'cancelled'])
    // A file that was never read completely has nothing to check.
    if (row.row_count === 0) throw new AppError('wrong_state')
    await checkPlan(ctx, await withCustomFields(ctx, adapters[row.noun]), row, plan)
    await enforceQuota(ctx, 'limit_open_imports', () => imports.countMine(ctx))
    await rememberPlan(ctx, row, plan)
    await rememberMeanings(ctx, row.noun, plan)
    const started = await startStep(ctx, row, 'checking', { plan, locale: ctx.locale })
    await queueStep(ctx, started)
    return await forOwner(ctx, adapters, started)
  })
}

async function inState(ctx: Ctx, id: number, states: ImportState[]): Promise<StoredImport> {
  const row = await findOrFail(ctx, id, true)
  if (!states.includes(row.state)) throw new AppError('wrong_state')
  return row
}

async function checkPlan(ctx: Ctx, adapter: ImportAdapter, row: StoredImport, plan: ImportPlan): Promise<void> {
  const faults: FieldFault[] = []
  const field = (name: string) => adapter.fields.find(each => each.name === name)
  const isGiven = (name: string) => plan.mapping.includes(name) || name in plan.constants
  if (plan.mapping.length > row.columns.length) faults.push({ path: 'mapping', code: 'wrong' })
  if (plan.mapping.every(name => name === null)) faults.push({ path: 'mapping', code: 'required' })
  plan.mapping.forEach((name, place) => {
    if (name !== null && !field(name)) faults.push({ path: `mapping.${place}`, code: 'no_such_field' })
    if (name !== null && plan.mapping.indexOf(name) < place) faults.push({ path: `mapping.${place}`, code: 'wrong' })
  })
  plan.match_on.forEach((name, place) => {
    const isSource = isGiven(name) || (name === 'host' && isGiven('website'))
    if (!field(name)?.canMatch || !isSource) faults.push({ path: `match_on.${place}`, code: 'no_such_field' })
  })
  for (const name of Object.keys(plan.constants))
    if (!field(name) || name === 'id') faults.push({ path: `constants.${name}`, code: 'no_such_field' })
  for (const each of constantFields(adapter, plan))
    if ('fault' in readCell(each, plan.constants[each.name] ?? '', ctx.locale))
      faults.push({ path: `constants.${each.name}`, code: 'wrong' })
  for (const [name, words] of Object.entries(plan.means ?? {})) {
    const own = field(name)
    const isMeant = (value: string | null) =>
      value === null || value === '' || (own && 'value' in readCell(own, value, ctx.locale))
    if (!own || !isClosed(own) || !Object.values(words).every(isMeant))
      faults.push({ path: `means.${name}`, code: 'wrong' })
  }
  faults.push(...(await findListFaults(ctx, plan)))
  const { source_id = null } = plan
  if (source_id !== null && !(await mayUseSource(ctx, source_id)))
    faults.push({ path: 'source_id', code: 'no_such_source' })
  if (faults.length > 0) throw new AppError('invalid', {}, { faults })
}

export function runImport(ctx: Ctx, adapters: ImportAdapters, id: number): Promise<Import> {
  return inTransaction(ctx, async ctx => {
    const row = await inState(ctx, id, ['checked'])
    await enforceQuota(ctx, 'limit_open_imports', () => imports.countMine(ctx))
    const chosen = row.plan.source_id ?? null
    const source_id = chosen ?? (await newSource(ctx, row.file_name, row.plan))
    await rememberMeanings(ctx, row.noun, { ...row.plan, source_id })
    const started = await startStep(ctx, row, 'running', { plan: { ...row.plan, source_id } })
    await startRun(ctx, { import_id: id, file_name: row.file_name, source_id, made_source: chosen === null })
    await queueStep(ctx, started)
    return await forOwner(ctx, adapters, started)
  })
}

export function cancelImport(ctx: Ctx, adapters: ImportAdapters, id: number): Promise<Import> {
  return inTransaction(ctx, async ctx => {
    const row = await inState(ctx, id, ['parsing', 'checking', 'running'])
    return await forOwner(ctx, adapters, await startStep(ctx, row, 'cancelled'))
  })
}
