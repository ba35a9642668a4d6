import type { Entity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { deleteClaimsOfRun, findOthers, findStatedOf } from './run.queries.ts'
import { findField, keyOf } from './value.ts'

/** Removes the claims of an import run, at most `most` at a time; returns their number. */
export const removeClaimsOfRun = deleteClaimsOfRun

/**
 * Returns a test whether a claim outside this run states a value that it wrote. False for a list, which no single claim
 * states as a whole.
 */
export async function findOtherSayers(
  ctx: Ctx,
  noun: Entity,
  runId: number,
  values: readonly { record_id: number; field: string; value: unknown }[],
): Promise<(recordId: number, field: string, value: unknown) => boolean> {
  const isOne = (field: string, value: unknown) =>
    findField(noun, field) !== undefined && value !== null && !Array.isArray(value)
  const asked = values
    .filter(({ field, value }) => isOne(field, value))
    .map(({ record_id, field, value }) => ({ record_id, field, value_key: keyOf(value) }))
  const found = await findOthers(ctx, noun, runId, asked)
  return (recordId, field, value) => isOne(field, value) && found.has(`${recordId} ${field} ${keyOf(value)}`)
}

type Value = { record_id: number; field: string; value: unknown }

/** Returns a test whether a source already states a value. */
export async function findStatedBy(
  ctx: Ctx,
  noun: Entity,
  sourceId: number | null,
  values: readonly Value[],
): Promise<(value: Value) => boolean> {
  if (sourceId === null) return () => false
  const keyed = values
    .filter(({ value }) => value !== null && value !== undefined)
    .map(({ record_id, field, value }) => ({ record_id, field, value_key: keyOf(value) }))
  const found = await findStatedOf(ctx, noun, sourceId, keyed)
  return ({ record_id, field, value }) => found.has(`${record_id} ${field} ${keyOf(value)}`)
}
