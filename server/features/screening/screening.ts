import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/screening.ts'
import type { Screening, ScreeningDetail } from '#contract/screening.ts'
import type { Page } from '#contract/wire.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { compared, partyOfRecord } from './party.ts'
import { findParties } from './party-queries.ts'
import { findScreening, findScreenings, keepDecision, lockScreening } from './queries.ts'

export { closeEngine } from './engine.ts'

export function listScreenings(
  ctx: Ctx,
  query: Received<typeof contract.listScreenings>['query'],
): Promise<Page<Screening>> {
  return findScreenings(ctx, query)
}

export async function getScreening(ctx: Ctx, id: number): Promise<ScreeningDetail> {
  const found = await findScreening(ctx, id)
  if (!found) throw new AppError('not_found')
  return found
}

/** Keeps what somebody says of a pair, and what both sides were then: only a change of those opens it again. */
export function decideScreening(
  ctx: Ctx,
  id: number,
  { state, reason = null, note = null, rev }: Received<typeof contract.decideScreening>['body'],
): Promise<Screening> {
  return inTransaction(ctx, async ctx => {
    await lockScreening(ctx, id)
    const before = await getScreening(ctx, id)
    if (rev !== undefined && rev !== before.rev) throw new AppError('stale', {}, { data: rowOf(before) })
    const [record] = await findParties(ctx, before.noun, [before.record.id])
    if (!record) throw new AppError('not_found')
    await keepDecision(ctx, id, { state, reason, note, party: compared(partyOfRecord(record)) })
    const { list, entry_key, score } = before
    const detail = { screening_id: id, list_id: list.id, entry_key, score, from: before.state, to: state, note }
    await audit(ctx, { act: 'decide_screening', noun: before.noun, recordId: before.record.id, reason, detail })
    return rowOf(await getScreening(ctx, id))
  })
}

const rowOf = ({ party: _, entry_party: __, entry: ___, ...row }: ScreeningDetail): Screening => row
