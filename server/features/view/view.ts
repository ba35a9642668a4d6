import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/view.ts'
import type { View } from '#contract/view.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { mayChange, mayReadList } from './policy.ts'
import { countOwnViews, deleteViewRow, insertView, lockView, patchView, selectViews, type ViewRow } from './queries.ts'

/** More views of one list than anyone could tell apart. */
const ownLimit = 200

function forReader(ctx: Ctx, row: ViewRow): View {
  return { ...row, can: mayChange(ctx.actor, row) ? ['update', 'delete'] : [] }
}

export async function listViews(ctx: Ctx, noun: View['noun']): Promise<{ items: View[] }> {
  if (!mayReadList(ctx.actor, noun)) throw new AppError('forbidden')
  const rows = await selectViews(ctx, noun)
  return { items: rows.map(row => forReader(ctx, row)) }
}

export async function createView(
  ctx: Ctx,
  { noun, ...input }: Received<typeof contract.createView>['body'],
): Promise<View> {
  if (!mayReadList(ctx.actor, noun)) throw new AppError('forbidden')
  if ((await countOwnViews(ctx, noun)) >= ownLimit) throw new AppError('wrong_state')
  return forReader(
    ctx,
    await insertView(ctx, noun, { ...input, roles: rolesOf(input.scope ?? 'private', input.roles) }),
  )
}

export function updateView(
  ctx: Ctx,
  id: number,
  { rev, ...patch }: Received<typeof contract.updateView>['body'],
): Promise<View> {
  return inTransaction(ctx, async ctx => {
    const view = await changeable(ctx, id)
    if (rev !== undefined && rev !== view.rev) throw new AppError('stale', {}, { data: forReader(ctx, view) })
    const roles = rolesOf(patch.scope ?? view.scope, patch.roles ?? view.roles)
    return forReader(ctx, await patchView(ctx, view, { ...patch, roles }))
  })
}

export function deleteView(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const view = await changeable(ctx, id)
    await deleteViewRow(ctx, view.id)
    return null
  })
}

/** A view one sees and may change; one of a list that one may not read is not there. */
async function changeable(ctx: Ctx, id: number): Promise<ViewRow> {
  const view = await lockView(ctx, id)
  if (!view || !mayReadList(ctx.actor, view.noun)) throw new AppError('not_found')
  if (!mayChange(ctx.actor, view)) throw new AppError('forbidden')
  return view
}

/** Roles belong to views for roles alone, and those name one at least. */
function rolesOf(scope: View['scope'], roles: View['roles'] = []): View['roles'] {
  if (scope !== 'role') return []
  if (roles.length === 0) throw fieldError('roles', 'required')
  return [...new Set(roles)]
}
