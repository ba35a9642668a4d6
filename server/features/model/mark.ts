import type { ModelEvidence, ModelMark } from '#contract/model.api.ts'
import { getOg } from '#contract/og.api.ts'
import { getPerson } from '#contract/person.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { Call } from '#server/platform/http/calls.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { findMark, findParties, hasMark, type Parties, saveMark } from './mark.queries.ts'

type MarkOf = { noun: PartyEntity; record_id: number }

/** Whether the actor may change the record; fails like the record's page if they may not read it. */
async function mayChange(ctx: Ctx, call: Call, { noun, record_id }: MarkOf): Promise<boolean> {
  const sent = { params: { id: String(record_id) } }
  const { can } = noun === 'og' ? await call(ctx, getOg, sent) : await call(ctx, getPerson, sent)
  return can.includes('update')
}

export async function getMark(ctx: Ctx, call: Call, of: MarkOf): Promise<ModelMark> {
  const can_set = await mayChange(ctx, call, of)
  return { is_kept: await findMark(ctx, of.noun, of.record_id), can_set }
}

export async function setMark(ctx: Ctx, call: Call, of: MarkOf, isKept: boolean): Promise<ModelMark> {
  if (!(await mayChange(ctx, call, of))) throw new AppError('forbidden_record')
  const { noun, record_id: recordId } = of
  return await inTransaction(ctx, async ctx => {
    const was = await findMark(ctx, noun, recordId)
    await saveMark(ctx, noun, recordId, isKept)
    if (was !== isKept) await audit(ctx, { act: 'set_model', noun, recordId, detail: { is_kept: isKept } })
    return { is_kept: isKept, can_set: true }
  })
}

/**
 * Refuses texts about records that are kept from the model, and returns whom the texts are about. The check covers
 * linked records that the actor may not read: what is kept is kept from everyone's requests.
 */
export async function requireUnmarked(ctx: Ctx, evidence: readonly ModelEvidence[]): Promise<Parties[]> {
  const parties = await Promise.all(evidence.map(each => findParties(ctx, each)))
  const all = { ogs: parties.flatMap(({ ogs }) => ogs), persons: parties.flatMap(({ persons }) => persons) }
  if (await hasMark(ctx, all)) throw new AppError('model_kept')
  return parties
}
