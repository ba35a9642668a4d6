import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/view.api.ts'
import type { View } from '#contract/view.api.ts'
import { findMissingKeys } from '#server/core/table.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { enforceQuota } from '#server/platform/jobs/quota.ts'
import { mayChange, mayReadList, mayShare } from './view.policy.ts'
import {
  countOwnViews,
  deleteViewRow,
  insertView,
  lockView,
  patchView,
  selectViews,
  type ViewRow,
} from './view.queries.ts'

function forReader(ctx: Ctx, row: ViewRow): View {
  return { ...row, can: mayChange(ctx.actor, row) ? ['update', 'delete'] : [] }
}

export async function listViews(ctx: Ctx, noun: View['noun']): Promise<{ items: View[] }> {
  if (!mayReadList(ctx.actor, noun)) throw new AppError('forbidden')
  const rows = await selectViews(ctx, noun)
  return { items: rows.map(row => forReader(ctx, row)) }
}

export function createView(ctx: Ctx, { noun, ...input }: Received<typeof contract.createView>['body']): Promise<View> {
  if (!mayReadList(ctx.actor, noun)) throw new AppError('forbidden')
  const scope = input.scope ?? 'private'
  if (scope !== 'private' && !mayShare(ctx.actor)) throw new AppError('forbidden')
  return inTransaction(ctx, async ctx => {
    await enforceQuota(ctx, 'limit_views', () => countOwnViews(ctx))
    if (scope !== 'private') await enforceQuota(ctx, 'limit_shared_views', () => countOwnViews(ctx, { isShared: true }))
    return forReader(ctx, await insertView(ctx, noun, { ...input, ...(await sharedWith(ctx, scope, input)) }))
  })
}

export function updateView(
  ctx: Ctx,
  id: number,
  { rev, ...patch }: Received<typeof contract.updateView>['body'],
): Promise<View> {
  return inTransaction(ctx, async ctx => {
    const view = await changeable(ctx, id)
    if (rev !== undefined && rev !== view.rev) throw new AppError('stale', {}, { data: forReader(ctx, view) })
    const isNewlyShared = view.scope === 'private' && patch.scope !== undefined && patch.scope !== 'private'
    if (isNewlyShared && !mayShare(ctx.actor)) throw new AppError('forbidden')
    if (isNewlyShared) await enforceQuota(ctx, 'limit_shared_views', () => countOwnViews(ctx, { isShared: true }))
    const shared = await sharedWith(ctx, patch.scope ?? view.scope, { ...view, ...patch })
    return forReader(ctx, await patchView(ctx, view, { ...patch, ...shared }))
  })
}

export function deleteView(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const view = await changeable(ctx, id)
    await deleteViewRow(ctx, view.id)
    return null
  })
}

/** A view that the user may see and change; one of an unreadable list is not found. */
async function changeable(ctx: Ctx, id: number): Promise<ViewRow> {
  const view = await lockView(ctx, id)
  if (!view || !mayReadList(ctx.actor, view.noun)) throw new AppError('not_found')
  if (!mayChange(ctx.actor, view)) throw new AppError('forbidden_record')
  return view
}

type Shared = Pick<View, 'roles' | 'groups'>

async function sharedWith(ctx: Ctx, scope: View['scope'], { roles, groups }: Partial<Shared>): Promise<Shared> {
  return { roles: rolesOf(scope, roles), groups: await groupsOf(ctx, scope, groups) }
}

/** Only views for groups have groups, and they need at least one. */
async function groupsOf(ctx: Ctx, scope: View['scope'], groups: View['groups'] = []): Promise<View['groups']> {
  if (scope !== 'group') return []
  if (groups.length === 0) throw fieldError('groups', 'required')
  const missing = await findMissingKeys(
    ctx,
    groups.map(id => -id),
  )
  if (missing.size > 0) throw fieldError('groups', 'no_such_group')
  return groups
}

/** Only views for roles have roles, and they need at least one. */
function rolesOf(scope: View['scope'], roles: View['roles'] = []): View['roles'] {
  if (scope !== 'role') return []
  if (roles.length === 0) throw fieldError('roles', 'required')
  return [...new Set(roles)]
}
