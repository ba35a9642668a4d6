import { sql } from 'kysely'
import type { Received } from '#contract/endpoint.ts'
import type { createView, View } from '#contract/view.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'

export type ViewRow = Omit<View, 'can'>

const columns = [
  'id',
  'rev',
  'noun',
  'name',
  'scope',
  // The driver cannot parse arrays of a custom type.
  sql<View['roles']>`to_json(roles)`.as('roles'),
  // A group that was deleted shares nothing.
  sql<
    View['groups']
  >`array(select user_group.id from user_group where user_group.id = any(groups) order by user_group.id)`.as('groups'),
  'state',
  'owner',
  'created_at',
  'updated_at',
] as const

/**
 * Views visible to this user: their own, those of their role and groups, those shared; an administrator sees all except private
 * ones.
 */
function visible(ctx: Ctx) {
  const { id, role, keys } = ctx.actor
  const groups = keys.filter(key => key < 0).map(key => -key)
  return ctx.db
    .selectFrom('saved_view')
    .where(eb =>
      eb.or([
        eb('owner', '=', id),
        eb('scope', '=', 'shared'),
        sql<boolean>`(scope = 'group' and (groups && ${groups}::bigint[] or ${role === 'admin'}))`,
        sql<boolean>`(scope = 'role' and (${role}::user_role = any(roles) or ${role === 'admin'}))`,
      ]),
    )
}

export function selectViews(ctx: Ctx, noun: string): Promise<ViewRow[]> {
  return visible(ctx)
    .select(columns)
    .where('noun', '=', noun)
    .orderBy('name')
    .orderBy('id')
    .$castTo<ViewRow>()
    .execute()
}

export function lockView(ctx: Ctx, id: number): Promise<ViewRow | undefined> {
  return visible(ctx).select(columns).where('id', '=', id).forUpdate().$castTo<ViewRow>().executeTakeFirst()
}

type NewView = Received<typeof createView>['body']
type ViewValues = Partial<Pick<NewView, 'name' | 'scope' | 'roles' | 'groups' | 'state'>>

function rowOf({ name, scope, roles, groups, state }: ViewValues) {
  return {
    ...(name !== undefined && { name }),
    ...(scope !== undefined && { scope }),
    ...(roles !== undefined && { roles: sql<never>`${roles}::user_role[]` }),
    ...(groups !== undefined && { groups: sql<never>`${groups}::bigint[]` }),
    ...(state !== undefined && { state: JSON.stringify(state) }),
  }
}

function duplicateError(error: unknown, name: string | undefined): unknown {
  return isUniqueViolation(error, 'saved_view_name_key') ? new AppError('duplicate', { value: name }) : error
}

export function countOwnViews(ctx: Ctx, { isShared = false } = {}): Promise<number> {
  return ctx.db
    .selectFrom('saved_view')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('owner', '=', ctx.actor.id)
    .$if(isShared, query => query.where('scope', '<>', 'private'))
    .executeTakeFirstOrThrow()
    .then(row => row.total)
}

export async function insertView(ctx: Ctx, noun: string, values: ViewValues & { name: string }): Promise<ViewRow> {
  const at = ctx.now().toISOString()
  const { name, scope = 'private', state, roles = [], groups = [] } = values
  try {
    return await ctx.db
      .insertInto('saved_view')
      .values({
        ...rowOf({ roles, groups }),
        noun,
        name,
        scope,
        state: JSON.stringify(state),
        owner: ctx.actor.id,
        created_at: at,
        updated_at: at,
      })
      .returning(columns)
      .$castTo<ViewRow>()
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw duplicateError(error, name)
  }
}

export async function patchView(ctx: Ctx, view: ViewRow, values: ViewValues): Promise<ViewRow> {
  try {
    return await ctx.db
      .updateTable('saved_view')
      .set({ ...rowOf(values), rev: view.rev + 1, updated_at: ctx.now().toISOString() })
      .where('id', '=', view.id)
      .returning(columns)
      .$castTo<ViewRow>()
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw duplicateError(error, values.name)
  }
}

export async function deleteViewRow(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('saved_view').where('id', '=', id).execute()
}
