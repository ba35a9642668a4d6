import type { Received } from '#contract/endpoint.ts'
import type { Erasure, ErasurePlan, startErasure as startEndpoint } from '#contract/erasure.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, type FieldFault } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { ErasureAdapters } from './erasure.adapter.ts'
import {
  changeErasure,
  findErasure,
  findErasures,
  findSubject,
  insertErasure,
  type StoredErasure,
} from './erasure.queries.ts'
import { findLinked } from './linked.queries.ts'
import { withoutNames } from './run.ts'

export { copyPerson, openCopy } from './copy.ts'
export {
  type ErasureAdapter,
  type ErasureAdapters,
  type ErasureDecision,
  type ErasureSubject,
  idsOf,
} from './erasure.adapter.ts'
export { isVersionRetained } from './retained-version.queries.ts'

function forReader(row: StoredErasure): Erasure {
  const { names, plan, choice: _choice, steps: _steps, ...rest } = row
  return { ...rest, name: names[0] ?? null, plan: 'parts' in plan ? (plan as ErasurePlan) : null }
}

/** Names that no other person has, and that are long enough to be blanked in records about the person. */
function safeNames({ plan }: StoredErasure): string[] {
  return 'parts' in plan ? (plan as ErasurePlan).names.filter(each => each.is_safe).map(each => each.name) : []
}

async function findOrFail(ctx: Ctx, id: number, options?: { lock: boolean }): Promise<StoredErasure> {
  const row = await findErasure(ctx, id, options)
  if (!row) throw new AppError('not_found')
  return row
}

export async function listErasures(ctx: Ctx, query: { current: number; pageSize: number }): Promise<ListPage<Erasure>> {
  const page = await findErasures(ctx, query)
  return { ...page, items: page.items.map(row => ({ ...forReader(row), plan: null })) }
}

export async function getErasure(ctx: Ctx, id: number): Promise<Erasure> {
  return forReader(await findOrFail(ctx, id))
}

export function createErasure(ctx: Ctx, personId: number): Promise<Erasure> {
  return inTransaction(ctx, async ctx => {
    const subject = await findSubject(ctx, personId)
    if (!subject) throw new AppError('not_found')
    const row = await insertErasure(ctx, personId, subject)
    await addJob(ctx.db, 'count_erasure', { id: row.id }, { key: `erasure:${row.id}` })
    return forReader(row)
  })
}

export function startErasure(
  ctx: Ctx,
  adapters: ErasureAdapters,
  id: number,
  { rev, confirm, reason, choices, names, passages }: Received<typeof startEndpoint>['body'],
): Promise<Erasure> {
  return inTransaction(ctx, async ctx => {
    const row = await findOrFail(ctx, id, { lock: true })
    if (row.state !== 'ready') throw new AppError('wrong_state')
    if (rev !== undefined && rev !== row.rev) throw new AppError('stale', {}, { data: forReader(row) })
    const faults: FieldFault[] = []
    if (confirm.trim() !== row.names[0]) faults.push({ path: 'confirm', code: 'wrong' })
    for (const [name, { act }] of Object.entries(choices))
      if (!adapters.some(adapter => adapter.name === name && adapter.choices.includes(act)))
        faults.push({ path: `choices.${name}`, code: 'wrong' })
    if (names?.some(name => !row.names.includes(name))) faults.push({ path: 'names', code: 'wrong' })
    const listed = new Set('parts' in row.plan ? (row.plan as ErasurePlan).passages.map(each => each.id) : [])
    if (passages.some(each => !listed.has(each))) faults.push({ path: 'passages', code: 'wrong' })
    if (faults.length > 0) throw new AppError('invalid', {}, { faults })
    const linked = await findLinked(ctx, row.ids)
    const choice = { choices, names: names ?? [], safe: safeNames(row), linked, passages, gone: [] }
    const cleared = withoutNames(reason, row.names)
    const started = await changeErasure(ctx, id, { state: 'running', reason: cleared, choice })
    const detail = { erasure: id }
    await audit(ctx, { act: 'start_erasure', noun: 'person', recordId: row.person_id, reason: cleared, detail })
    await addJob(ctx.db, 'run_erasure', { id }, { key: `erasure:${id}`, maxAttempts: 10 })
    return forReader(started)
  })
}

export function cancelErasure(ctx: Ctx, id: number): Promise<Erasure> {
  return inTransaction(ctx, async ctx => {
    const row = await findOrFail(ctx, id, { lock: true })
    if (row.state !== 'counting' && row.state !== 'ready') throw new AppError('wrong_state')
    // The person remains; the data that the erasure collected is removed.
    return forReader(await changeErasure(ctx, id, { state: 'cancelled', names: [], plan: {} }))
  })
}
