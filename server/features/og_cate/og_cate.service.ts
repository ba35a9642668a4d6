import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/og_cate.api.ts'
import type { OgCate } from '#contract/og_cate.api.ts'
import { editors } from '#contract/role.ts'
import type { ListPage } from '#contract/wire.ts'
import { type FieldChange, type HistoryAct, writeHistory } from '#server/core/history.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { countOgsByCategory } from '../og/og.service.ts'
import {
  findOgCates,
  findUnusedOfRun,
  insertOgCate,
  lockOgCate,
  lockTrashedOgCate,
  type OgCateRow,
  patchOgCate,
  removeTrashedOgCates,
} from './og_cate.queries.ts'

const trashLivesMs = 30 * 86_400_000

function forReader(ctx: Ctx, row: OgCateRow, counts: Map<number, number>): OgCate {
  const can: OgCate['can'] = editors.includes(ctx.actor.role) ? ['update', 'delete', 'restore'] : []
  return { ...row, og_count: counts.get(row.id) ?? 0, can }
}

async function oneForReader(ctx: Ctx, row: OgCateRow): Promise<OgCate> {
  return forReader(ctx, row, await countOgsByCategory(ctx, [row.id]))
}

export async function listOgCates(
  ctx: Ctx,
  query: Received<typeof contract.listOgCates>['query'],
): Promise<ListPage<OgCate>> {
  const page = await findOgCates(ctx, query)
  const counts = await countOgsByCategory(
    ctx,
    page.items.map(item => item.id),
  )
  return { ...page, items: page.items.map(item => forReader(ctx, item, counts)) }
}

export function createOgCate(ctx: Ctx, name: string): Promise<OgCate> {
  return inTransaction(ctx, async ctx => {
    const category = await insertOgCate(ctx, name)
    await recordChange(ctx, 'create', category, [{ field: 'name', from: null, to: name }])
    return forReader(ctx, category, new Map())
  })
}

export function updateOgCate(
  ctx: Ctx,
  id: number,
  { rev, name }: Received<typeof contract.updateOgCate>['body'],
): Promise<OgCate> {
  return inTransaction(ctx, async ctx => {
    const category = await lockOgCate(ctx, id)
    if (!category) throw new AppError('not_found')
    if (rev !== undefined && rev !== category.rev)
      throw new AppError('stale', {}, { data: await oneForReader(ctx, category) })
    if (name === undefined || name === category.name) return await oneForReader(ctx, category)
    const changed = await patchOgCate(ctx, category, { name })
    await recordChange(ctx, 'update', changed, [{ field: 'name', from: category.name, to: name }])
    return await oneForReader(ctx, changed)
  })
}

export function deleteOgCate(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const category = await lockOgCate(ctx, id)
    if (!category) throw new AppError('not_found')
    await recordChange(ctx, 'delete', await patchOgCate(ctx, category, { deleted_at: ctx.now().toISOString() }))
    return null
  })
}

export function restoreOgCate(ctx: Ctx, id: number): Promise<OgCate> {
  return inTransaction(ctx, async ctx => {
    const category = await lockTrashedOgCate(ctx, id, trashEnds(ctx))
    if (!category) throw new AppError('not_found')
    const restored = await patchOgCate(ctx, category, { deleted_at: null })
    await recordChange(ctx, 'restore', restored)
    return await oneForReader(ctx, restored)
  })
}

/** Deletes unused categories that a run of an import created. */
export async function deleteUnusedOfRun(ctx: Ctx, runId: number): Promise<void> {
  for (const id of await findUnusedOfRun(ctx, runId)) await deleteOgCate(ctx, id)
}

/** Removes categories that can no longer be restored; their organisations then have none. */
export function removeOldOgCates(ctx: Ctx): Promise<void> {
  return removeTrashedOgCates(ctx, trashEnds(ctx))
}

function trashEnds(ctx: Ctx): string {
  return new Date(ctx.now().getTime() - trashLivesMs).toISOString()
}

async function recordChange(
  ctx: Ctx,
  act: HistoryAct,
  { id, rev }: OgCateRow,
  changes: FieldChange[] = [],
): Promise<void> {
  await writeHistory(ctx, 'og_cate', act, [{ id, rev, changes }])
}
