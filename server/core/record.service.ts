import { customKeyIn } from '#contract/custom_field.api.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { ListPage } from '#contract/wire.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Immutable } from '#server/platform/http/immutable.ts'
import { type AccessLists, type Allowed, acts, allow, may } from './access.ts'
import { findRecords } from './find.ts'
import { changesOf, type FieldChange, findHistory, readHistory, readLinkHistory, writeHistory } from './history.ts'
import { rememberPage } from './list.ts'
import { findOpenChanges } from './open-change.ts'
import {
  checkLists,
  findRecord,
  insertRecord,
  markRecordDeleted,
  patchRecord,
  type RecordRow,
  type RecordTable,
} from './table.ts'

type Filtering = { trash?: boolean | undefined; keyword?: string | undefined }
type Values = Record<string, unknown> & { [list in keyof AccessLists]?: number[] | undefined }
type WithAllowedActs = { can: ('update' | 'delete' | 'restore')[] }

/** The entity-specific part of the acts that every record has. */
export type RecordServiceOptions<Row extends RecordRow, Filter extends Filtering, Item, Full> = {
  table: RecordTable<Row, Filter>
  /** Rows as lists show them to this reader, with related data; if absent, the rows unchanged. */
  items?(ctx: Ctx, rows: (Row & WithAllowedActs)[]): Promise<Item[]> | Item[]
  full(ctx: Ctx, rows: (Row & WithAllowedActs)[]): Promise<Full[]> | Full[]
  /** Columns to write for the input; refuses references to missing records. */
  columns(ctx: Ctx, input: Values, before: Row | undefined): Promise<Partial<Row>> | Partial<Row>
  /**
   * Writes the links that the input names and returns the changes for the history. `row` is the state before an update,
   * or the new row.
   */
  link?(ctx: Ctx, row: Row, input: Values): Promise<FieldChange[]>
  /** Removes from a history what this reader may not read. */
  hide?(ctx: Ctx, entries: HistoryEntry[]): Promise<HistoryEntry[]>
  /** Values of cleared fields that are never null. */
  empty: Record<string, unknown>
}

function withActions<Row extends RecordRow>(
  ctx: Ctx,
  table: Pick<RecordTable<Row, never>, 'policy'>,
  row: Row,
): Row & WithAllowedActs {
  return { ...row, can: acts(table.policy, ctx.actor, row) }
}

async function fullOf<Row extends RecordRow, F extends Filtering, I, Full>(
  ctx: Ctx,
  noun: RecordServiceOptions<Row, F, I, Full>,
  row: Row,
) {
  const [full] = await noun.full(ctx, [withActions(ctx, noun.table, row)])
  return full as Full
}

/** Cached pages in the form shown to their one reader. Only pages without related data are stored here. */
const shownPages = new WeakMap<object, ListPage<unknown>>()

/** One page of the list. */
export function listRecords<Row extends RecordRow, F extends Filtering, Item, Full>(
  ctx: Ctx,
  noun: RecordServiceOptions<Row, F, Item, Full>,
  query: F & { current: number; pageSize: number; sort?: string | undefined },
): Promise<Immutable<ListPage<Item>>> {
  const { table } = noun
  return rememberPage(ctx, JSON.stringify([table.name, query]), async () => {
    const page = await findRecords(ctx, table, query)
    const known = noun.items ? undefined : shownPages.get(page)
    if (known) return known as ListPage<Item>
    const rows = page.items.map(row => withActions(ctx, table, row as Row))
    // Without `items`, the rows are shown unchanged.
    const made = { ...page, items: noun.items ? await noun.items(ctx, rows) : (rows as unknown as Item[]) }
    if (!noun.items && Object.isFrozen(page)) shownPages.set(page, made)
    return made
  })
}

export async function getRecord<Row extends RecordRow, F extends Filtering, Item, Full>(
  ctx: Ctx,
  noun: RecordServiceOptions<Row, F, Item, Full>,
  id: number,
): Promise<Full> {
  return await fullOf(ctx, noun, allow(noun.table.policy, ctx.actor, 'read', await findRecord(ctx, noun.table, id)))
}

export function createRecord<Row extends RecordRow, F extends Filtering, Item, Full>(
  ctx: Ctx,
  noun: RecordServiceOptions<Row, F, Item, Full>,
  input: Values,
): Promise<Full> {
  return inTransaction(ctx, async ctx => {
    await checkLists(ctx, input)
    const row = await insertRecord(ctx, noun.table, await noun.columns(ctx, input, undefined))
    const linked = (await noun.link?.(ctx, row, input)) ?? []
    const changes = [...changesOf<string>(noun.table.fields, {}, row), ...linked]
    await writeHistory(ctx, noun.table.name, 'create', [{ id: row.id, rev: row.rev, changes }])
    return await fullOf(ctx, noun, row)
  })
}

/**
 * If `input` is a function, it is called after the row is locked and write access is checked, so that it can read the
 * row's related data first.
 */
export function updateRecord<Row extends RecordRow, F extends Filtering, Item, Full>(
  ctx: Ctx,
  noun: RecordServiceOptions<Row, F, Item, Full>,
  id: number,
  rev: number | undefined,
  input: Values | ((ctx: Ctx) => Promise<Values>),
): Promise<Full> {
  return inTransaction(ctx, async ctx => {
    const { table } = noun
    const row = allow(table.policy, ctx.actor, 'update', await findRecord(ctx, table, id, { lock: true }))
    return await change(ctx, noun, row, rev, input)
  })
}

/** An outdated rev returns the current record for comparison; an update without changes creates no rev. */
async function change<Row extends RecordRow, F extends Filtering, Item, Full>(
  ctx: Ctx,
  noun: RecordServiceOptions<Row, F, Item, Full>,
  row: Allowed<Row>,
  rev: number | undefined,
  given: Values | ((ctx: Ctx) => Promise<Values>),
): Promise<Full> {
  if (rev !== undefined && rev !== row.rev) throw new AppError('stale', {}, { data: await fullOf(ctx, noun, row) })
  const input = typeof given === 'function' ? await given(ctx) : given
  await checkLists(ctx, input, row)
  const values = await noun.columns(ctx, input, row)
  const linked = (await noun.link?.(ctx, row, input)) ?? []
  const own = changesOf<string>(Object.keys(values), row, values)
  const changes = [...own, ...linked]
  if (changes.length === 0) return await fullOf(ctx, noun, row)
  const isOpen = (await findOpenChanges(ctx, [{ changes }])).size > 0
  const changed = isOpen || own.length > 0 ? await patchRecord(ctx, noun.table, row, values, { isQuiet: !isOpen }) : row
  await writeHistory(ctx, noun.table.name, 'update', [{ id: row.id, rev: changed.rev, changes }])
  return await fullOf(ctx, noun, changed)
}

export function deleteRecord<Row extends RecordRow, F extends Filtering, Item, Full>(
  ctx: Ctx,
  { table }: RecordServiceOptions<Row, F, Item, Full>,
  id: number,
): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const row = allow(table.policy, ctx.actor, 'delete', await findRecord(ctx, table, id, { lock: true }))
    const { rev } = await markRecordDeleted(ctx, table, row, true)
    await writeHistory(ctx, table.name, 'delete', [{ id, rev, changes: [] }])
    return null
  })
}

export function restoreRecord<Row extends RecordRow, F extends Filtering, Item, Full>(
  ctx: Ctx,
  noun: RecordServiceOptions<Row, F, Item, Full>,
  id: number,
): Promise<Full> {
  return inTransaction(ctx, async ctx => {
    const { table } = noun
    const row = allow(table.policy, ctx.actor, 'delete', await findRecord(ctx, table, id, { trash: true, lock: true }))
    const restored = await markRecordDeleted(ctx, table, row, false)
    await writeHistory(ctx, table.name, 'restore', [{ id, rev: restored.rev, changes: [] }])
    return await fullOf(ctx, noun, restored)
  })
}

export async function listRecordHistory<Row extends RecordRow, F extends Filtering, Item, Full>(
  ctx: Ctx,
  noun: RecordServiceOptions<Row, F, Item, Full>,
  id: number,
  query: { current: number; pageSize: number },
): Promise<ListPage<HistoryEntry>> {
  const { table } = noun
  const live = await findRecord(ctx, table, id)
  // The history of a record in the trash is visible only to users who may restore it.
  const row = live ?? allow(table.policy, ctx.actor, 'read', await findRecord(ctx, table, id, { trash: true }))
  if (!live && !may(table.policy, ctx.actor, 'delete', row)) throw new AppError('not_found')
  if (!noun.hide) return await readHistory(ctx, table.name, id, query)
  // Entries that are invisible to this reader are not counted either.
  const ofLinks = await readLinkHistory(ctx, table.name, id)
  const seen = new Set((await noun.hide(ctx, ofLinks)).map(entry => entry.id))
  const hidden = ofLinks.map(entry => entry.id).filter(entry => !seen.has(entry))
  const page = await readHistory(ctx, table.name, id, { ...query, hidden })
  return { ...page, items: await noun.hide(ctx, page.items) }
}

/** Restores the value that a field had before the given change. */
export function restoreRecordValue<Row extends RecordRow, F extends Filtering, Item, Full>(
  ctx: Ctx,
  noun: RecordServiceOptions<Row, F, Item, Full>,
  { params, body }: { params: { id: number; history_id: number }; body: { field: string; rev?: number | undefined } },
): Promise<Full> {
  return inTransaction(ctx, async ctx => {
    const { table } = noun
    const row = allow(table.policy, ctx.actor, 'update', await findRecord(ctx, table, params.id, { lock: true }))
    const entry = await findHistory(ctx, table.name, row.id, params.history_id)
    // A reader cannot restore a value that is hidden from them.
    const [seen] = entry && noun.hide ? await noun.hide(ctx, [entry]) : [entry]
    const before = seen?.changes.find(change => change.field === body.field)
    if (!before) throw new AppError('not_found')
    const key = customKeyIn(body.field)
    const values = key
      ? { custom: { [key]: before.from ?? null } }
      : { [body.field]: before.from ?? noun.empty[body.field] ?? null }
    return await change(ctx, noun, row, body.rev, values)
  })
}
