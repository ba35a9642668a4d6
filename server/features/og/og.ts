import type { Received, Reply } from '#contract/endpoint.ts'
import type * as contract from '#contract/og.ts'
import { type NewOg, type Og, type OgPatch, type OgQuery, ogFields } from '#contract/og.ts'
import type { Page } from '#contract/wire.ts'
import { type Allowed, acts, allow, may } from '#server/platform/access.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { changesOf, findHistory, readHistory, writeHistory } from '#server/platform/history.ts'
import { normaliseIcon } from '#server/platform/image.ts'
import { rememberPage } from '#server/platform/list.ts'
import { findMissingUsers, findRecord, insertRecord, markRecordDeleted, patchRecord } from '#server/platform/record.ts'
import { findFirst, findRecords } from '#server/platform/record-list.ts'
import { countOgsByCategory } from './category-queries.ts'
import { countOgsBy, filterOgs } from './list-queries.ts'
import { ogPolicy } from './policy.ts'
import { hasCategory, type OgRow, type OgValues, ogTable } from './queries.ts'

function forReader(ctx: Ctx, row: OgRow): Og {
  return { ...row, can: acts(ogPolicy, ctx.actor, row) }
}

export function listOgs(ctx: Ctx, query: OgQuery): Promise<Page<Og>> {
  return rememberPage(ctx, JSON.stringify(['og', query]), async () => {
    const page = await findRecords(ctx, ogTable, query)
    return { ...page, items: page.items.map(row => forReader(ctx, row)) }
  })
}

export async function getOg(ctx: Ctx, id: number): Promise<Og> {
  return forReader(ctx, allow(ogPolicy, ctx.actor, 'read', await findRecord(ctx, ogTable, id)))
}

export function createOg(ctx: Ctx, input: NewOg): Promise<Og> {
  return inTransaction(ctx, async ctx => {
    const values = await checkReferences(ctx, input)
    const og = await insertRecord(ctx, ogTable, values)
    await writeHistory(ctx, 'og', 'create', [{ id: og.id, rev: og.rev, changes: changesOf(ogFields, {}, og) }])
    return forReader(ctx, og)
  })
}

export function updateOg(ctx: Ctx, { id, rev, ...patch }: OgPatch): Promise<Og> {
  return inTransaction(ctx, async ctx => {
    const og = allow(ogPolicy, ctx.actor, 'update', await findRecord(ctx, ogTable, id, { lock: true }))
    return await change(ctx, og, rev, patch)
  })
}

/** A stale writer gets the present record to compare; a change of nothing makes no new rev. */
async function change(ctx: Ctx, og: Allowed<OgRow>, rev: number | undefined, patch: OgValues): Promise<Og> {
  if (rev !== undefined && rev !== og.rev) throw new AppError('stale', {}, { data: forReader(ctx, og) })
  const values = await checkReferences(ctx, patch, og)
  const changes = changesOf(Object.keys(values) as (keyof OgValues)[], og, values)
  if (changes.length === 0) return forReader(ctx, og)
  const changed = await patchRecord(ctx, ogTable, og, values)
  await writeHistory(ctx, 'og', 'update', [{ id: og.id, rev: changed.rev, changes }])
  return forReader(ctx, changed)
}

/** New references must lead somewhere; those a record has already may stay. */
async function checkReferences<V extends OgValues>(ctx: Ctx, values: V, before?: OgRow): Promise<V> {
  const known = new Set([...(before?.read_user ?? []), ...(before?.write_user ?? [])])
  const users = [...(values.read_user ?? []), ...(values.write_user ?? [])].filter(id => !known.has(id))
  const categoryId = values.category_id === before?.category_id ? null : (values.category_id ?? null)
  if (categoryId !== null && !(await hasCategory(ctx, categoryId))) throw fieldError('category_id', 'no_such_category')
  const stranger = (await findMissingUsers(ctx, users))[0]
  if (stranger !== undefined)
    throw fieldError(values.read_user?.includes(stranger) ? 'read_user' : 'write_user', 'no_such_user')
  if (!values.icon) return values
  return { ...values, icon: await normaliseIcon(values.icon) }
}

export function deleteOg(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const og = allow(ogPolicy, ctx.actor, 'delete', await findRecord(ctx, ogTable, id, { lock: true }))
    const { rev } = await markRecordDeleted(ctx, ogTable, og, true)
    await writeHistory(ctx, 'og', 'delete', [{ id, rev, changes: [] }])
    return null
  })
}

export function restoreOg(ctx: Ctx, id: number): Promise<Og> {
  return inTransaction(ctx, async ctx => {
    const og = allow(ogPolicy, ctx.actor, 'delete', await findRecord(ctx, ogTable, id, { trash: true, lock: true }))
    const restored = await markRecordDeleted(ctx, ogTable, og, false)
    await writeHistory(ctx, 'og', 'restore', [{ id, rev: restored.rev, changes: [] }])
    return forReader(ctx, restored)
  })
}

export async function listOgHistory(ctx: Ctx, id: number, page: { current: number; pageSize: number }) {
  const og = await findRecord(ctx, ogTable, id)
  // What lies in the trash is there only for those who may bring it back.
  if (
    !og &&
    !may(
      ogPolicy,
      ctx.actor,
      'delete',
      allow(ogPolicy, ctx.actor, 'read', await findRecord(ctx, ogTable, id, { trash: true })),
    )
  )
    throw new AppError('not_found')
  return await readHistory(ctx, 'og', id, page)
}

export function restoreOgValue(
  ctx: Ctx,
  { params, body }: Pick<Received<typeof contract.restoreOgValue>, 'params' | 'body'>,
): Promise<Og> {
  return inTransaction(ctx, async ctx => {
    const og = allow(ogPolicy, ctx.actor, 'update', await findRecord(ctx, ogTable, params.id, { lock: true }))
    const entry = await findHistory(ctx, 'og', og.id, params.history_id)
    const before = entry?.changes.find(change => change.field === body.field)
    if (!before) throw new AppError('not_found')
    return await change(ctx, og, body.rev, { [body.field]: before.from ?? emptyValue(body.field) })
  })
}

/** Columns that are never null are cleared to their default. */
function emptyValue(field: contract.OgField): unknown {
  if (['aliases', 'entrances', 'forbidden_rules', 'read_user', 'write_user'].includes(field)) return []
  if (field === 'weight' || field === 'version_keep') return 0
  if (field === 'danger_level') return '待定'
  return null
}

export async function listOgsBy(ctx: Ctx, order: 'created_at' | 'updated_at' | 'weight', limit: number) {
  const rows = await findFirst(ctx, ogTable, `-${order}`, limit)
  return { items: rows.map(row => forReader(ctx, row)) }
}

export async function countOgRegions(ctx: Ctx): Promise<Reply<typeof contract.regionCountOg>> {
  const [items, dangerLevels] = await Promise.all([countOgsBy(ctx, 'region'), countOgsBy(ctx, 'danger_level')])
  const total = items.reduce((sum, item) => sum + item.count, 0)
  return { items, danger_levels: dangerLevels, total }
}

/** For other features: what a filter finds that its reader may read. */
export { countOgsByCategory, filterOgs, ogPolicy }
