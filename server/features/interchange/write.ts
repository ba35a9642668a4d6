import type { EventPatch, NewEvent } from '#contract/event.api.ts'
import type { LinkEntity, PartyEntity } from '#contract/registry.ts'
import type { AccessLists } from '#server/core/access.ts'
import { createEvent, updateEvent } from '#server/features/event/event.service.ts'
import type { ImportAdapters } from '#server/features/import/import.service.ts'
import { addMembershipsAtOnce, updateMembership } from '#server/features/membership/membership.service.ts'
import { createRelation, updateRelation } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { ExchangeFault } from './interchange.queries.ts'
import type { EntityDecision } from './judge.ts'
import type { LinkColumns } from './judge-link.ts'
import type { LinkDecision } from './link-decision.ts'
import { writeOgRelation } from './og-relation.ts'
import { inSavepoint, type JudgedEntity } from './row.queries.ts'

/** Writes organisations or persons in few statements; returns the rows with the created records. */
export async function writeRecords(
  ctx: Ctx,
  adapters: ImportAdapters,
  kind: PartyEntity,
  decisions: readonly EntityDecision[],
  access: AccessLists,
): Promise<JudgedEntity[]> {
  const fresh = decisions.filter(each => each.verdict === 'new')
  const ids = await adapters[kind].insert(
    ctx,
    fresh.map(each => each.values),
    access,
  )
  await adapters[kind].update(
    ctx,
    decisions.flatMap(({ verdict, found, values }) => (verdict === 'changed' && found ? [{ found, values }] : [])),
  )
  const made = new Map(fresh.map((each, place) => [each, ids[place] ?? null]))
  return decisions.map(each => toJudged(each, made.get(each) ?? each.record_id))
}

function toJudged({ row, verdict, faults, changes }: JudgedEntity, recordId: number | null): JudgedEntity {
  return { row, verdict, faults, changes, record_id: recordId }
}

/** Writes events one by one with their service, which validates their times and links together. */
export async function writeEvents(
  ctx: Ctx,
  decisions: readonly EntityDecision[],
  access: AccessLists,
): Promise<JudgedEntity[]> {
  const all: JudgedEntity[] = []
  for (const each of decisions)
    all.push(
      await writeGuarded(ctx, each, async () => {
        if (each.verdict === 'new') return (await createEvent(ctx, { ...(each.values as NewEvent), ...access })).id
        if (each.verdict === 'changed' && each.found && Object.keys(each.values).length > 0)
          await updateEvent(ctx, each.found.id, each.values as EventPatch)
        return each.record_id
      }),
    )
  return all
}

/**
 * Writes links with their services, which require both ends to be readable and one to be writable, and record them in
 * both histories.
 */
export async function writeLinks(
  ctx: Ctx,
  kind: LinkEntity,
  decisions: readonly LinkDecision[],
): Promise<JudgedEntity[]> {
  const isTogether = ({ verdict, ends }: LinkDecision) => kind === 'membership' && verdict === 'new' && ends !== null
  const together = await addMemberships(ctx, decisions.filter(isTogether))
  const single = await writeSingly(
    ctx,
    kind,
    decisions.filter(each => !isTogether(each)),
  )
  return [...together, ...single].sort((a, b) => a.row.n - b.row.n)
}

/** Inserts all new memberships in few statements. */
async function addMemberships(ctx: Ctx, decisions: readonly LinkDecision[]): Promise<JudgedEntity[]> {
  const wanted = decisions.map(({ row, ends, party = null }) => {
    const { role, start_time, end_time, area = null, term = null } = row.values as LinkColumns
    const values = { role: role || null, start_time, end_time, area, term, on_behalf_of: party }
    return { person_id: ends![0], og_id: ends![1], ...values }
  })
  const made = await addMembershipsAtOnce(ctx, wanted)
  return decisions.map((each, n): JudgedEntity => {
    const one = made[n]!
    if (one === 'no_end')
      return { ...toJudged(each, null), verdict: 'wrong', faults: [{ code: 'no_end', detail: { key: '' } }] }
    if (one === 'forbidden') return { ...toJudged(each, null), verdict: 'wrong', faults: [{ code: 'link_forbidden' }] }
    return { ...toJudged(each, one.id), verdict: one.is_new ? 'new' : 'unchanged' }
  })
}

async function writeSingly(ctx: Ctx, kind: LinkEntity, decisions: readonly LinkDecision[]): Promise<JudgedEntity[]> {
  const all: JudgedEntity[] = []
  for (const each of decisions)
    all.push(
      await writeGuarded(ctx, each, async () => {
        if (each.ends === null) throw new AppError('not_found')
        if (each.verdict === 'new' || each.verdict === 'changed') return await writers[kind](ctx, each)
        return each.record_id
      }),
    )
  return all
}

const writers: Record<LinkEntity, (ctx: Ctx, each: LinkDecision) => Promise<number>> = {
  membership: writeMembership,
  relation: writeRelation,
  og_relation: writeOgRelation,
}

async function writeMembership(ctx: Ctx, { id, changes }: LinkDecision): Promise<number> {
  return (await updateMembership(ctx, id!, { ...newValues(changes) })).id
}

async function writeRelation(ctx: Ctx, { row, ends, id, changes }: LinkDecision): Promise<number> {
  const { type, desc, start_time, end_time } = row.values as LinkColumns
  const [from, to] = ends!
  if (id !== null)
    return (await updateRelation(ctx, { params: { id: from, relation_id: id }, body: { ...newValues(changes) } })).id
  const body = { person_id: to, type, desc, start_time, end_time }
  return (await createRelation(ctx, { params: { id: from }, body })).id
}

const newValues = (changes: JudgedEntity['changes']) => Object.fromEntries(changes.map(({ field, to }) => [field, to]))

/** A refusal makes its own row wrong and does not affect the other rows of the batch. */
async function writeGuarded(ctx: Ctx, each: JudgedEntity, work: () => Promise<number | null>): Promise<JudgedEntity> {
  if (each.verdict === 'wrong') return toJudged(each, each.record_id)
  try {
    return toJudged(each, await inSavepoint(ctx, work))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Another line of the file, or another user, has just created the same link.
    if (error.code === 'duplicate') return { ...toJudged(each, each.record_id), verdict: 'unchanged' }
    const fault = faultOf(error)
    if (!fault) throw error
    return { ...toJudged(each, each.record_id), verdict: 'wrong', faults: [fault] }
  }
}

function faultOf({ code, faults }: AppError): ExchangeFault | undefined {
  if (code === 'forbidden') return { code: 'forbidden' }
  if (code === 'not_found') return { code: 'no_end', detail: { key: '' } }
  if (code !== 'invalid') return undefined
  return { code: 'bad_value', detail: { faults } }
}
