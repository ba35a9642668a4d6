import type { Received } from '#contract/endpoint.ts'
import { emptyOf } from '#contract/field.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type * as contract from '#contract/source.api.ts'
import {
  type NewSource,
  type Source,
  type SourceCheck,
  type SourceFilter,
  type SourcePatch,
  type SourceQuery,
  sourceSchema,
} from '#contract/source.api.ts'
import { cutText } from '#contract/text.ts'
import { type AccessLists, may } from '#server/core/access.ts'
import {
  createRecord,
  deleteRecord,
  getRecord,
  listRecordHistory,
  listRecords,
  type RecordServiceOptions,
  restoreRecord,
  restoreRecordValue,
  updateRecord,
} from '#server/core/record.service.ts'
import { findRecord } from '#server/core/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { findProgress } from './check.queries.ts'
import { isUnused } from './key.queries.ts'
import { findReadableSources } from './read.queries.ts'
import { withChecks } from './source.jobs.ts'
import { type SourceRow, type SourceValues, sourceTable } from './source.queries.ts'

type WithOrigin = { origin_id: number | null }

const idsIn = (values: readonly unknown[]): number[] => values.filter(id => typeof id === 'number')

/** Removes the ids of original sources that this reader may not read. */
async function hideOrigins<Row extends WithOrigin>(ctx: Ctx, rows: readonly Row[]): Promise<Row[]> {
  const readable = await findReadableSources(ctx, idsIn(rows.map(row => row.origin_id)))
  return rows.map(row => (row.origin_id === null || readable.has(row.origin_id) ? row : { ...row, origin_id: null }))
}

/** The same for a history; an entry that only changes from one withheld source to another is removed. */
async function hideOriginChanges(ctx: Ctx, entries: readonly HistoryEntry[]): Promise<HistoryEntry[]> {
  const isOrigin = ({ field }: HistoryEntry['changes'][number]) => field === 'origin_id'
  const changes = entries.flatMap(entry => entry.changes.filter(isOrigin))
  const readable = await findReadableSources(ctx, idsIn(changes.flatMap(({ from, to }) => [from, to])))
  const open = (id: unknown) => (typeof id === 'number' && !readable.has(id) ? null : id)
  return entries.flatMap(entry => {
    const shown = entry.changes.flatMap(change => {
      if (!isOrigin(change)) return [change]
      const [from, to] = [open(change.from) ?? null, open(change.to) ?? null]
      return from === to ? [] : [{ ...change, from, to }]
    })
    return shown.length === 0 && entry.changes.length > 0 ? [] : [{ ...entry, changes: shown }]
  })
}

/** For rows with the id of a source, such as the run of an import: null if the reader may no longer read the source. */
export async function hideSourceIds<Row extends { source_id: number | null }>(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<Row[]> {
  const readable = await findReadableSources(ctx, idsIn(rows.map(row => row.source_id)))
  return rows.map(row => (row.source_id === null || readable.has(row.source_id) ? row : { ...row, source_id: null }))
}

const sources: RecordServiceOptions<SourceRow, SourceFilter, Source, Source> = {
  table: sourceTable,
  items: hideOrigins,
  full: hideOrigins,
  hide: hideOriginChanges,
  columns,
  empty: emptyOf(sourceSchema),
}

/** Validates the original of a source: the writer must be able to read it, and it must not repeat this source. */
async function columns(ctx: Ctx, input: SourceValues, before: SourceRow | undefined): Promise<SourceValues> {
  if (input.origin_id === null && before && (await isOriginWithheld(ctx, before))) {
    const { origin_id: _, ...rest } = input
    return rest
  }
  const origin = input.origin_id === before?.origin_id ? null : (input.origin_id ?? null)
  if (origin === null) return input
  for (let at: number | null = origin, steps = 0; at !== null; steps++) {
    if (at === before?.id || steps > longestChain) throw fieldError('origin_id', 'source_circle')
    const found: SourceRow | undefined = await findRecord(ctx, sourceTable, at)
    if (!found && at === origin) throw fieldError('origin_id', 'no_such_source')
    at = found?.origin_id ?? null
  }
  return input
}
const longestChain = 20

/** Whether the original is hidden from the actor; they see an empty field, and clearing it changes nothing. */
async function isOriginWithheld(ctx: Ctx, row: SourceRow): Promise<boolean> {
  const [shown] = await hideOrigins(ctx, [row])
  return shown?.origin_id !== row.origin_id
}

export const listSources = (ctx: Ctx, query: SourceQuery) => listRecords(ctx, sources, query)
export const getSource = (ctx: Ctx, id: number) => getRecord(ctx, sources, id)
export const createSource = (ctx: Ctx, input: NewSource) => createRecord(ctx, sources, input)
export const updateSource = (ctx: Ctx, id: number, { rev, ...patch }: SourcePatch) =>
  updateRecord(ctx, sources, id, rev, patch)
export const deleteSource = (ctx: Ctx, id: number) => withChecks(ctx, ctx => deleteRecord(ctx, sources, id))
export const restoreSource = (ctx: Ctx, id: number) => withChecks(ctx, ctx => restoreRecord(ctx, sources, id))

/** The progress of the facts to check; null if all have been checked. */
export async function getSourceCheck(ctx: Ctx, id: number): Promise<SourceCheck | null> {
  await getSource(ctx, id)
  return await findProgress(ctx, id)
}

export function withdrawSource(
  ctx: Ctx,
  id: number,
  { reason, rev }: Received<typeof contract.withdrawSource>['body'],
): Promise<Source> {
  const values = { withdrawn_at: ctx.now().toISOString(), withdrawn_reason: reason }
  return withChecks(ctx, ctx => updateRecord(ctx, sources, id, rev, values))
}

export function reinstateSource(ctx: Ctx, id: number): Promise<Source> {
  const values = { withdrawn_at: null, withdrawn_reason: null }
  return withChecks(ctx, ctx => updateRecord(ctx, sources, id, undefined, values))
}

export function listSourceHistory(ctx: Ctx, id: number, query: { current: number; pageSize: number }) {
  return listRecordHistory(ctx, sources, id, query)
}

export function restoreSourceValue(
  ctx: Ctx,
  input: Pick<Received<typeof contract.restoreSourceValue>, 'params' | 'body'>,
) {
  return withChecks(ctx, ctx => restoreRecordValue(ctx, sources, input))
}

export {
  deleteKeysOfRun,
  findFileSource,
  findForeignKeys,
  findKeys,
  findKeysOf,
  type KeyedEntity,
  storeKeys,
} from './key.queries.ts'

/** Whether the actor may read this source, and so attribute facts to it. */
export async function mayUseSource(ctx: Ctx, id: number): Promise<boolean> {
  return (await findRecord(ctx, sourceTable, id)) !== undefined
}

/** The id and name of the source, for users who may read it. */
export async function refOfSource(ctx: Ctx, id: number): Promise<{ id: number; name: string } | null> {
  const source = await findRecord(ctx, sourceTable, id)
  return source ? { id, name: source.name } : null
}

/**
 * Creates a source for a file that matches no known one, with the access of its records. `kind`: its kind, if it is
 * known.
 */
export async function newSource(
  ctx: Ctx,
  fileName: string,
  { read_user, write_user, read_group, write_group }: Partial<AccessLists>,
  kind: NewSource['kind'] = 'file',
): Promise<number> {
  const { id } = await createSource(ctx, {
    name: cutText(fileName, 200),
    kind,
    read_user,
    write_user,
    read_group,
    write_group,
  })
  return id
}

/** Moves the source of an import to the trash if it is unused and the actor may do so. */
export async function dropSource(ctx: Ctx, id: number): Promise<void> {
  const row = await findRecord(ctx, sourceTable, id)
  if (row && may(sourceTable.policy, ctx.actor, 'delete', row) && (await isUnused(ctx, id))) await deleteSource(ctx, id)
}
