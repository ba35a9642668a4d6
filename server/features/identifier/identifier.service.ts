import type { Received, Reply } from '#contract/endpoint.ts'
import { type checkIdentifiers as endpoint, tidyIdentifiers } from '#contract/identifier.api.ts'
import { identifierKey, isUniqueNumber } from '#contract/identifier-key.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { identifierState } from './check.ts'
import { findCarriers } from './identifier.queries.ts'

/** Faults of numbers, and other records that have them; records that the requester may not read are not mentioned. */
export async function checkIdentifiers(
  ctx: Ctx,
  { noun, record_id = null, identifiers }: Received<typeof endpoint>['body'],
): Promise<Reply<typeof endpoint>> {
  const tidied = identifiers.flatMap(each => tidyIdentifiers([each]))
  const unique = tidied.filter(isUniqueNumber).map(identifierKey)
  const carriers = Map.groupBy(await findCarriers(ctx, noun, [...new Set(unique)], record_id), ({ key }) => key)
  const items = tidied.map(async each => ({
    state: await identifierState(each),
    records: (isUniqueNumber(each) ? (carriers.get(identifierKey(each)) ?? []) : []).map(({ id, name, eng_name }) => ({
      id,
      name,
      ...(eng_name && { eng_name }),
    })),
  }))
  return { items: await Promise.all(items) }
}
