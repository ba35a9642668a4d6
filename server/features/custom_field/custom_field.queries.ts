import type { CustomField, NewCustomField } from '#contract/custom_field.api.ts'
import type { Entity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'

const columns = [
  ...(['id', 'rev', 'noun', 'name', 'eng_name', 'kind', 'choices', 'place'] as const),
  ...(['retired_at', 'created_at', 'updated_at'] as const),
] as const

/** In the order of forms; retired fields last. */
export async function findCustomFields(ctx: Ctx, noun?: Entity): Promise<CustomField[]> {
  const all = ctx.db.selectFrom('custom_field').select(columns)
  return await (noun ? all.where('noun', '=', noun) : all)
    .orderBy('noun')
    .orderBy(eb => eb('retired_at', 'is not', null))
    .orderBy('place')
    .orderBy('id')
    .$castTo<CustomField>()
    .execute()
}

export async function lockCustomField(ctx: Ctx, id: number): Promise<CustomField | undefined> {
  return await ctx.db
    .selectFrom('custom_field')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .$castTo<CustomField>()
    .executeTakeFirst()
}

const duplicateError = (error: unknown, name: string): unknown =>
  isUniqueViolation(error, 'custom_field_name_key') ? new AppError('duplicate', { value: name }) : error

export async function insertCustomField(
  ctx: Ctx,
  { noun, name, eng_name = null, kind, choices = [] }: NewCustomField,
  place: number,
): Promise<CustomField> {
  const at = ctx.now().toISOString()
  try {
    return await ctx.db
      .insertInto('custom_field')
      .values({ noun, name, eng_name, kind, choices, place, created_at: at, updated_at: at })
      .returning(columns)
      .$castTo<CustomField>()
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw duplicateError(error, name)
  }
}

export async function patchCustomField(
  ctx: Ctx,
  { id, rev, name }: CustomField,
  values: Partial<Pick<CustomField, 'name' | 'eng_name' | 'choices' | 'retired_at' | 'place'>>,
): Promise<CustomField> {
  try {
    return await ctx.db
      .updateTable('custom_field')
      .set({ ...values, rev: rev + 1, updated_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .returning(columns)
      .$castTo<CustomField>()
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw duplicateError(error, values.name ?? name)
  }
}
