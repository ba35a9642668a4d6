import * as z from 'zod/mini'
import type * as contract from '#contract/custom_field.api.ts'
import {
  type CustomField,
  customKey,
  customKeyIn,
  customName,
  customSchema,
  mostCustomFields,
  type NewCustomField,
} from '#contract/custom_field.api.ts'
import type { Received } from '#contract/endpoint.ts'
import type { Fields } from '#contract/field.ts'
import { type Entity, entityNames } from '#contract/registry.ts'
import { changesOf, type FieldChange, type HistoryAct, writeHistory } from '#server/core/history.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { findCustomFields, insertCustomField, lockCustomField, patchCustomField } from './custom_field.queries.ts'

type Values = Record<string, unknown>

const isInUse = ({ retired_at }: CustomField) => retired_at === null

export async function listCustomFields(ctx: Ctx, noun?: Entity): Promise<{ items: CustomField[] }> {
  return { items: await findCustomFields(ctx, noun) }
}

/** The schema of an entity's custom fields that are in use, by their full names: for files. */
export async function readCustomSchema(ctx: Ctx, noun: Entity): Promise<Fields> {
  return customSchema((await findCustomFields(ctx, noun)).filter(isInUse))
}

/**
 * The values that a record will have: the given values, validated by their fields, over the existing ones; null clears
 * a value. An existing value may stay even if its field was retired or lost the choice.
 */
export async function customAfter(
  ctx: Ctx,
  noun: Entity,
  given: Values | undefined,
  before: Values = {},
): Promise<{ custom?: Values }> {
  if (!given) return {}
  const changed = Object.entries(given).filter(([key, value]) => (before[key] ?? null) !== value)
  if (changed.length === 0) return { custom: before }
  const all = await findCustomFields(ctx, noun)
  for (const [key, value] of changed)
    if (value !== null)
      check(
        all.find(field => isInUse(field) && customKey(field.id) === key),
        key,
        value,
      )
  const after = { ...before, ...Object.fromEntries(changed) }
  return { custom: Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null && value !== '')) }
}

/** Validates stated values of custom fields, by their full names; other fields are ignored. */
export async function checkCustom(ctx: Ctx, noun: string, values: Values): Promise<void> {
  const of = entityNames.find(each => each === noun)
  const given = Object.entries(values).flatMap(([name, value]) => {
    const key = customKeyIn(name)
    return key === undefined ? [] : [[key, value] as const]
  })
  if (of && given.length > 0) await customAfter(ctx, of, Object.fromEntries(given))
}

function check(field: CustomField | undefined, key: string, value: unknown): void {
  if (!field) throw fieldError(`custom.${key}`, 'no_such_custom_field')
  if (field.kind === 'choice' && !field.choices.includes(String(value)))
    throw fieldError(`custom.${key}`, 'not_a_choice')
  const write = customSchema([field])[customName(field.id)]?.write
  if (write && !z.safeParse(write, value).success) throw fieldError(`custom.${key}`, 'wrong')
}

export function createCustomField(ctx: Ctx, input: NewCustomField): Promise<CustomField> {
  return inTransaction(ctx, async ctx => {
    const own = (await findCustomFields(ctx, input.noun)).filter(isInUse)
    if (own.length >= mostCustomFields) throw fieldError('noun', 'custom_fields_many')
    const choices = choicesOf(input.kind, input.choices ?? [])
    const made = await insertCustomField(ctx, { ...input, choices }, (own.at(-1)?.place ?? -1) + 1)
    await recordChange(ctx, 'create', made, changesOf(['noun', 'name', 'eng_name', 'kind', 'choices'], {}, made))
    return made
  })
}

/** Choices without repetition; empty for other kinds of fields. */
function choicesOf(kind: CustomField['kind'], given: readonly string[]): string[] {
  if (kind !== 'choice') return []
  if (given.length === 0) throw fieldError('choices', 'choices_needed')
  return [...new Set(given)]
}

export function updateCustomField(
  ctx: Ctx,
  id: number,
  { rev, is_retired, ...patch }: Received<typeof contract.updateCustomField>['body'],
): Promise<CustomField> {
  return inTransaction(ctx, async ctx => {
    const field = await lockCustomField(ctx, id)
    if (!field) throw new AppError('not_found')
    if (rev !== undefined && rev !== field.rev) throw new AppError('stale', {}, { data: field })
    const values = {
      ...patch,
      ...(patch.choices && { choices: choicesOf(field.kind, patch.choices) }),
      ...(is_retired !== undefined &&
        is_retired === isInUse(field) && { retired_at: is_retired ? ctx.now().toISOString() : null }),
    }
    const changes = changesOf<string>(Object.keys(values), field, values)
    if (changes.length === 0) return field
    const changed = await patchCustomField(ctx, field, values)
    await recordChange(ctx, 'update', changed, changes)
    return changed
  })
}

/** Saves the fields in this order; fields that are not named follow in their present order. */
export function orderCustomFields(ctx: Ctx, noun: Entity, ids: readonly number[]): Promise<{ items: CustomField[] }> {
  return inTransaction(ctx, async ctx => {
    const own = await findCustomFields(ctx, noun)
    const named = ids.flatMap(id => own.find(field => field.id === id) ?? [])
    const ordered = [...new Set([...named, ...own])]
    for (const [place, field] of ordered.entries()) {
      if (field.place === place) continue
      const changed = await patchCustomField(ctx, field, { place })
      await recordChange(ctx, 'update', changed, [{ field: 'place', from: field.place, to: place }])
    }
    return await listCustomFields(ctx, noun)
  })
}

async function recordChange(
  ctx: Ctx,
  act: HistoryAct,
  { id, rev }: CustomField,
  changes: FieldChange[],
): Promise<void> {
  await writeHistory(ctx, 'custom_field', act, [{ id, rev, changes }])
}
