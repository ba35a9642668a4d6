import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/list.api.ts'
import type { List, ListPatch, ListVersion, NewList } from '#contract/list.api.ts'
import { maskAddress } from '#contract/web-address.ts'
import type { ListPage } from '#contract/wire.ts'
import { mayUseSource, newSource } from '#server/features/source/source.service.ts'
import { storeUpload } from '#server/ingest/staging/files.ts'
import { audit } from '#server/platform/audit.ts'
import { releaseFiles, removeReleasedFiles } from '#server/platform/blob/removed-files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { IncomingFile } from '#server/platform/files/files.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { findEntries } from './entry.queries.ts'
import { exampleFile, exampleNames } from './example.ts'
import {
  findLists,
  findNewest,
  findVersion,
  findVersions,
  insertList,
  insertVersion,
  type ListLoadState,
  lockDue,
  lockList,
  patchList,
  removeList,
  type StoredList,
  type StoredListVersion,
  versionFiles,
} from './list.queries.ts'
import { endLoad } from './load.ts'
import { sentenceOf } from './words.ts'

const dayMs = 86_400_000
const spans = { day: dayMs, week: 7 * dayMs }

export async function listLists(ctx: Ctx): Promise<{ items: List[] }> {
  return { items: await toDto(ctx, await findLists(ctx)) }
}

export async function getList(ctx: Ctx, id: number): Promise<List> {
  const [list] = await toDto(ctx, await findLists(ctx, id))
  if (!list) throw new AppError('not_found')
  return list
}

async function toDto(ctx: Ctx, rows: Awaited<ReturnType<typeof findLists>>): Promise<List[]> {
  const versions = (await findNewest(ctx, rows)).map(row => ({ list_id: row.list_id, seen: versionToDto(ctx, row) }))
  return rows.map(({ source_id, source_name, version, ...list }) => {
    const { id, rev, name, kind, address, every, due_at, mapping, created_at, updated_at } = list
    const own = versions.filter(({ list_id }) => list_id === id).map(each => each.seen)
    return {
      ...{ id, rev, name, kind, every, due_at, mapping, created_at, updated_at },
      address: addressFor(ctx, address),
      source: source_id !== null && source_name !== null ? { id: source_id, name: source_name } : null,
      version: own.find(({ n }) => n === version) ?? null,
      loading: own.find(({ n }) => n !== version) ?? null,
    }
  })
}

const maskedOrNull = (address: string | null) => (address === null ? null : maskAddress(address))

/** An address may contain a key: only users who may change the address see it whole. */
const addressFor = (ctx: Ctx, address: string | null) => (ctx.actor.role === 'admin' ? address : maskedOrNull(address))

/** The changes as the audit log stores them: its entries cannot be removed, so a key in the address is masked. */
function auditedPatch({ address, ...patch }: ListPatch): Record<string, unknown> {
  return address === undefined ? patch : { ...patch, address: maskedOrNull(address) }
}

function versionToDto(ctx: Ctx, row: StoredListVersion): ListVersion {
  const { id, n, state, file_name, address, size, read, entries, added, changed, removed, left_out } = row
  const { left_kinds, set_aside, trimmed, unread, format, held_for, sheet, started_at, ended_at } = row
  const error = row.fault && sentenceOf(row.fault, ctx.locale)
  return {
    address: addressFor(ctx, address),
    ...{ id, n, state, file_name, size, read, entries, added, changed, removed, left_out },
    ...{ left_kinds, set_aside, trimmed, unread, format, held_for, sheet, error, started_at, ended_at },
  }
}

export function createList(ctx: Ctx, input: NewList): Promise<List> {
  return inTransaction(ctx, async ctx => {
    const { name, address = null, every = 'never', kind = 'own' } = input
    const due_at = dueOf(ctx, { address, every })
    const source_id = input.source_id ?? null
    await checkSource(ctx, source_id)
    const is_kind_chosen = input.kind !== undefined
    const row = await insertList(ctx, { name, kind, is_kind_chosen, address, every, due_at, source_id })
    if (source_id === null) {
      const made = await newSource(ctx, name, { read_user: [], write_user: [] }, 'list')
      await patchList(ctx, row, { source_id: made })
    }
    await audit(ctx, {
      act: 'create',
      noun: 'list',
      recordId: row.id,
      detail: { name, kind, every, address: maskedOrNull(address) },
    })
    return await getList(ctx, row.id)
  })
}

async function checkSource(ctx: Ctx, id: number | null): Promise<void> {
  if (id !== null && !(await mayUseSource(ctx, id))) throw fieldError('source_id', 'no_such_source')
}

/** A list without an address is never due. */
function dueOf(ctx: Ctx, { address, every }: Pick<List, 'address' | 'every'>): string | null {
  if (address === null || every === 'never') return null
  return new Date(ctx.now().getTime() + spans[every]).toISOString()
}

export function updateList(ctx: Ctx, id: number, { rev, ...patch }: ListPatch): Promise<List> {
  return inTransaction(ctx, async ctx => {
    const row = await lockListOrFail(ctx, id)
    if (rev !== undefined && rev !== row.rev) throw new AppError('stale', {}, { data: await getList(ctx, id) })
    if (patch.source_id !== row.source_id) await checkSource(ctx, patch.source_id ?? null)
    const after = { address: row.address, every: row.every, ...patch }
    const isMoved = after.address !== row.address || after.every !== row.every
    await patchList(ctx, row, {
      ...patch,
      ...(patch.kind && { is_kind_chosen: true }),
      ...(isMoved && { due_at: dueOf(ctx, after) }),
    })
    await audit(ctx, { act: 'update', noun: 'list', recordId: id, detail: auditedPatch(patch) })
    return await getList(ctx, id)
  })
}

export async function deleteList(ctx: Ctx, id: number): Promise<null> {
  await inTransaction(ctx, async ctx => {
    const { name } = await lockListOrFail(ctx, id)
    await releaseFiles(ctx, await removeList(ctx, id))
    await audit(ctx, { act: 'delete', noun: 'list', recordId: id, detail: { name } })
  })
  await removeReleasedFiles(ctx)
  return null
}

async function lockListOrFail(ctx: Ctx, id: number): Promise<StoredList> {
  const row = await lockList(ctx, id)
  if (!row) throw new AppError('not_found')
  return row
}

const queueLoad = (ctx: Ctx, { id, step }: StoredListVersion) =>
  addJob(ctx.db, 'load_list', { id, step }, { key: `list:${id}` })

/** Queues the load as a new step: jobs of the present one change nothing from here on. */
export async function queueNextStep(
  ctx: Ctx,
  { id, step }: StoredListVersion,
  values: Partial<StoredListVersion> = {},
): Promise<void> {
  await queueLoad(ctx, await versionFiles.change(ctx, id, { ...values, step: step + 1 }))
}

async function startLoad(ctx: Ctx, values: Parameters<typeof insertVersion>[1]): Promise<void> {
  const row = await insertVersion(ctx, values)
  if (!row) throw new AppError('wrong_state')
  await queueLoad(ctx, row)
}

/** Stores the whole file, then queues a job that reads it. */
export async function loadFile(ctx: Ctx, id: number, file: IncomingFile): Promise<List> {
  await getList(ctx, id)
  return await storeUpload(ctx, 'list', file, async (ctx, stored) => {
    await lockListOrFail(ctx, id)
    await startLoad(ctx, { list_id: id, ...stored })
    return await getList(ctx, id)
  })
}

export function loadAddress(ctx: Ctx, id: number): Promise<List> {
  return inTransaction(ctx, async ctx => {
    const { address } = await lockListOrFail(ctx, id)
    if (address === null) throw fieldError('address', 'required')
    await startLoad(ctx, { list_id: id, file_name: fileNameOf(address), address })
    return await getList(ctx, id)
  })
}

function fileNameOf(address: string): string {
  const { pathname, hostname } = new URL(maskAddress(address))
  return pathname.split('/').at(-1) || hostname
}

/** Loads a list of fictional parties for trying out the screening. */
export async function loadExample(ctx: Ctx): Promise<List> {
  const { id } = await createList(ctx, { name: exampleNames[ctx.locale] })
  return await loadFile(ctx, id, exampleFile())
}

/**
 * Starts to fetch the lists that are due. The next due time is computed from now, so that a clock that jumped causes
 * one fetch instead of many.
 */
export function loadDue(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async ctx => {
    for (const list of await lockDue(ctx)) {
      const { id, address } = list
      if (address !== null) await startLoad(ctx, { list_id: id, file_name: fileNameOf(address), address })
      await patchList(ctx, list, { due_at: dueOf(ctx, list) })
    }
  })
}

export type VersionOf = Received<typeof contract.confirmListVersion>['params']

export async function versionIn(
  ctx: Ctx,
  { id, n }: VersionOf,
  states: readonly ListLoadState[],
): Promise<StoredListVersion> {
  await lockListOrFail(ctx, id)
  const row = await findVersion(ctx, id, n)
  if (!row) throw new AppError('not_found')
  if (!states.includes(row.state)) throw new AppError('wrong_state')
  return row
}

export function confirmVersion(ctx: Ctx, params: VersionOf): Promise<List> {
  return inTransaction(ctx, async ctx => {
    const row = await versionIn(ctx, params, ['held'])
    await queueNextStep(ctx, row, { state: 'loading', is_confirmed: true })
    return await getList(ctx, params.id)
  })
}

export async function cancelVersion(ctx: Ctx, params: VersionOf): Promise<List> {
  const list = await inTransaction(ctx, async ctx => {
    await endLoad(ctx, await versionIn(ctx, params, ['loading', 'mapping', 'held']), { state: 'cancelled' })
    return await getList(ctx, params.id)
  })
  await removeReleasedFiles(ctx)
  return list
}

export async function listVersions(
  ctx: Ctx,
  id: number,
  query: Received<typeof contract.listListVersions>['query'],
): Promise<ListPage<ListVersion>> {
  await getList(ctx, id)
  const page = await findVersions(ctx, id, query)
  return { ...page, items: page.items.map(row => versionToDto(ctx, row)) }
}

export async function listEntries(ctx: Ctx, id: number, query: Received<typeof contract.listListEntries>['query']) {
  const list = await getList(ctx, id)
  return await findEntries(ctx, id, { ...query, version: query.version ?? list.version?.n ?? 0 })
}
