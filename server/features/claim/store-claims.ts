import type { ClaimEntity, Provenance } from '#contract/claim.api.ts'
import { mayUseSource } from '#server/features/source/source.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { insertClaims } from './claim.queries.ts'
import { findOpenEvidence } from './evidence.queries.ts'
import { keyOf } from './value.ts'

/** Stores claims of a person; their source and evidence must be ones that they may use. */
export async function storeClaims(
  ctx: Ctx,
  { noun, provenance }: { noun: ClaimEntity; provenance: Provenance },
  stated: Parameters<typeof insertClaims>[2],
): Promise<void> {
  const { source_id, credibility = null, evidence = [] } = provenance
  if (!(await mayUseSource(ctx, source_id))) throw fieldError('said.source_id', 'no_such_source')
  const records = evidence.flatMap(each => (each.type === 'record' ? [each] : []))
  const open = await findOpenEvidence(ctx, records)
  if (records.some(({ noun, id }) => !open.has(`${noun} ${id}`))) throw fieldError('said.evidence', 'no_such_record')
  await insertClaims(ctx, { noun, source_id, credibility, evidence }, stated)
}

/** Adds a source to values that a field shows; the caller has checked that the record may be changed. */
export async function stateValues(
  ctx: Ctx,
  { noun, record_id, field }: { noun: ClaimEntity; record_id: number; field: string },
  provenance: Provenance,
  values: readonly unknown[],
): Promise<void> {
  const stated = values.map(value => ({ record_id, field, value, value_key: keyOf(value) }))
  await storeClaims(ctx, { noun, provenance }, stated)
}
