import type { Received } from '#contract/endpoint.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type * as contract from '#contract/screening.api.ts'
import type { Screening, ScreeningApplied, ScreeningState } from '#contract/screening.api.ts'
import { publish } from '#server/core/events.ts'
import { saveStated } from '#server/features/claim/claim.service.ts'
import { mayUseSource } from '#server/features/source/source.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { readSetting } from '#server/platform/db/system-setting.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { findParties, type PartyRow } from './party.queries.ts'
import { comparedParty, partyOfRecord } from './party.ts'
import { blocks, chosenOf, patchOf, propose } from './propose.ts'
import { isStrong, readRule } from './rule.ts'
import { findScreening, lockScreening, type ScreeningRow, storeDecision, takeBack } from './screening.queries.ts'

type Body = Received<typeof contract.decideScreening>['body']

/** How a decision “same” changes a record: by the service of its entity. */
export type ScreeningAdapters = Record<
  PartyEntity,
  (ctx: Ctx, id: number, patch: Record<string, unknown>) => Promise<{ id: number }>
>

/**
 * Stores a decision on a pair together with the compared values of both sides: only a change of those values opens the
 * pair again.
 */
export function decideScreening(ctx: Ctx, adapters: ScreeningAdapters, id: number, body: Body): Promise<Screening> {
  const { state, reason = null, note = null, apply, rev } = body
  return inTransaction(ctx, async ctx => {
    const before = await lockOrFail(ctx, id, rev)
    // Reopening a pair that a change had reopened before restores that state, including its reasons.
    if (state === 'open' && before.before?.state === 'open' && before.before.reopened.length > 0)
      return await undoDecision(ctx, before)
    const rule = await readRule(ctx)
    const applied = state === 'same' && apply ? await write(ctx, adapters, before, apply) : null
    const kept = state === 'different' && (await needsSecond(ctx, before)) ? 'proposed' : state
    const party = comparedParty(partyOfRecord(await record(ctx, before)))
    const all = mergeApplied(before.applied, applied)
    await storeDecision(ctx, id, { state: kept, reason, note, party, applied: all, rule: rule.version })
    await recordDecision(ctx, before, { state: kept, reason, note, applied, rule: rule.version })
    return rowOf(await findOrFail(ctx, id))
  })
}

/**
 * Undoes the caller's own last decision. The previous decision applies again under the name of the person who made it;
 * no new statement is made on their behalf.
 */
export function undoScreening(ctx: Ctx, id: number, rev: number | undefined): Promise<Screening> {
  return inTransaction(ctx, async ctx => {
    const row = await lockOrFail(ctx, id, rev)
    if (!row.before) throw new AppError('wrong_state')
    if (row.before.by !== ctx.actor.id) throw new AppError('forbidden_record')
    return await undoDecision(ctx, row)
  })
}

async function undoDecision(ctx: Ctx, row: ScreeningRow): Promise<Screening> {
  await takeBack(ctx, row.id)
  const now = await findOrFail(ctx, row.id)
  await recordDecision(ctx, row, {
    state: now.state,
    reason: now.reason,
    note: now.note,
    applied: null,
    isUndone: true,
  })
  return rowOf(now)
}

/** Locks the hit, so that no other request decides it at the same time. */
async function lockOrFail(ctx: Ctx, id: number, rev: number | undefined): Promise<ScreeningRow> {
  await lockScreening(ctx, id)
  const row = await findOrFail(ctx, id)
  if (!row.can.includes('decide')) throw new AppError('forbidden_record')
  if (rev !== undefined && rev !== row.rev) throw new AppError('stale', {}, { data: rowOf(row) })
  return row
}

/** Whether “different” needs a second person's confirmation: for strong hits, if the team's setting requires it. */
export async function needsSecond(
  ctx: Ctx,
  { score, state, decided_by }: Pick<Screening, 'score' | 'state' | 'decided_by'>,
): Promise<boolean> {
  if (!(await readSetting(ctx, 'screening_four_eyes'))) return false
  if (!isStrong(score, await readRule(ctx))) return false
  return state === 'different' ? false : state !== 'proposed' || decided_by === ctx.actor.id
}

async function findOrFail(ctx: Ctx, id: number): Promise<ScreeningRow> {
  const row = await findScreening(ctx, id)
  if (!row) throw new AppError('not_found')
  return row
}

async function record(ctx: Ctx, { noun, record: { id } }: ScreeningRow): Promise<PartyRow> {
  const [row] = await findParties(ctx, noun, [id])
  if (!row) throw new AppError('not_found')
  return row
}

/** Writes the selected values that the entry has and the record lacks; each value is a claim of the list’s source. */
async function write(ctx: Ctx, adapters: ScreeningAdapters, of: ScreeningRow, apply: NonNullable<Body['apply']>) {
  const { noun, entry, source_id } = of
  const row = await record(ctx, of)
  const applied = chosenOf(propose(row, entry, blocks(of)), apply)
  const patch = patchOf(row, entry, applied)
  if (!patch) return null
  const isNamed = source_id !== null && (await mayUseSource(ctx, source_id))
  const input = { ...patch, ...(isNamed && { said: { source_id } }) }
  await saveStated(ctx, { noun, id: row.id }, input, (ctx, values) => adapters[noun](ctx, row.id, values))
  return applied
}

/** Joins the changes of an earlier decision “same” with the new ones: all of them stay in the record. */
function mergeApplied(before: ScreeningApplied | null, now: ScreeningApplied | null): ScreeningApplied | null {
  if (!before || !now) return now ?? before
  return {
    level: before.level ?? now.level,
    names: [...new Set([...before.names, ...now.names])],
    numbers: [...before.numbers, ...now.numbers],
  }
}

type DecisionColumns = {
  state: ScreeningState
  reason: string | null
  note: string | null
  applied: ScreeningApplied | null
  rule?: number
  isUndone?: true
}

async function recordDecision(
  ctx: Ctx,
  before: ScreeningRow,
  { state, reason, note, applied, rule, isUndone }: DecisionColumns,
): Promise<void> {
  const { noun, record, list, entry_key, score } = before
  const of = { noun, recordId: record.id }
  const from = before.state
  const detail = { screening_id: before.id, list_id: list.id, entry_key, score, from, to: state, note, applied }
  const how = { ...(rule !== undefined && { rule }), ...(isUndone && { undone: true }) }
  await audit(ctx, { act: 'decide_screening', ...of, reason, detail: { ...detail, ...how } })
  if (state === 'same' && from !== 'same' && !isUndone) await publish(ctx, [{ kind: 'listed', ...of }])
}

function rowOf(row: ScreeningRow): Screening {
  const { party: _, entry_party: __, entry: ___, decided: ____, source_id: _____, before: ______, ...rest } = row
  return rest
}
