import type { Provenance } from '#contract/claim.api.ts'
import { firstFields, isFirst } from '#contract/contact-field.ts'
import { customKeyIn } from '#contract/custom_field.api.ts'
import { isList } from '#contract/field.ts'
import type { ContactRead } from '#contract/identifier.api.ts'
import type { Entity } from '#contract/registry.ts'
import { valueAt } from '#server/core/history.ts'
import { entities } from '#server/entities.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { storeClaims } from './store-claims.ts'
import { requireClaimAccess } from './subject.ts'
import { claimFieldValues, findField, itemsOf, keyOf, textOf } from './value.ts'

type Input = { said?: Provenance | undefined } & Record<string, unknown>

/**
 * Saves a record and its source in one transaction: each given value becomes a claim of the source, for a list its new
 * items. `id`: the record to be changed; absent for a new one.
 */
export function saveStated<I extends Input, R extends { id: number } & Record<string, unknown>>(
  ctx: Ctx,
  { noun, id }: { noun: Entity; id?: number },
  { said: provenance, ...values }: I,
  save: (ctx: Ctx, values: Omit<I, 'said'>) => Promise<R>,
): Promise<R> {
  if (!provenance) return save(ctx, values)
  return inTransaction(ctx, async ctx => {
    const before = id === undefined ? {} : await requireClaimAccess(ctx, noun, id, 'update', true)
    const saved = await save(ctx, values)
    await storeClaims(ctx, { noun, provenance }, newlyStated(noun, saved, before, values))
    return saved
  })
}

function newlyStated(
  noun: Entity,
  saved: { id: number } & Record<string, unknown>,
  before: Record<string, unknown>,
  values: Record<string, unknown>,
) {
  const record_id = saved.id
  return claimFieldValues(values).flatMap(([name, value]) => {
    const field = findField(noun, name)
    // A form that creates a record sends every field: its default values are no claims.
    if (!field || JSON.stringify(value) === JSON.stringify(field.empty)) return []
    // A form sends the whole list, and all custom fields.
    const isWhole = isList(field) || customKeyIn(name) !== undefined
    const had = new Set(isWhole ? itemsOf(field, valueAt(before, name)).map(textOf) : [])
    return (
      itemsOf(field, value)
        // A number that received dates or a remark is stated again.
        .filter(item => !had.has(textOf(item)))
        .map(item => valueInRecord(noun, name, item, saved))
        .map(at => ({ record_id, ...at, value_key: keyOf(at.value) }))
    )
  })
}

/** A contact detail that has become the first of its scheme is stated under its own field. */
function valueInRecord(noun: Entity, field: string, value: unknown, saved: Record<string, unknown>) {
  const isFirstOf = ({ name, scheme }: ReturnType<typeof firstFields>[number]) =>
    isFirst(value as ContactRead, scheme, saved[name])
  const first = field === 'contacts' ? firstFields(entities[noun].schema).find(isFirstOf) : undefined
  return first ? { field: first.name, value: saved[first.name] } : { field, value }
}
