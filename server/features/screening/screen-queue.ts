import { type PartyEntity, partyEntities } from '#contract/registry.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { releaseQuarantined } from '#server/platform/jobs/quarantine.ts'
import { type ListAnswer, matchList, quarantineKey } from './hits.ts'
import { findDigests, findParties, type PartyRow } from './party.queries.ts'
import { lockQueued, putBack, type QueuedParty, removeQueued } from './queue.queries.ts'
import { followRecords } from './screen.queries.ts'
import {
  deleteScreened,
  isSameBasis,
  keepUncompared,
  lockWriting,
  readBasis,
  type ScreeningBasis,
  storeScreenedRecords,
} from './screened.queries.ts'
import { restrictAnswer, storeAnswers } from './store-answers.ts'

const queuedAtOnce = 200

type QueueAnswers = { noun: PartyEntity; rows: PartyRow[]; answers: ListAnswer[] }

/**
 * Compares a batch of changed records with all lists; false if the queue is empty or nothing could be settled. A record
 * is settled if it is unchanged since it was read and all lists are those it was compared with; otherwise it stays in
 * the queue.
 */
export function screenQueued(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const queued = await lockQueued(ctx, queuedAtOnce)
    if (queued.length === 0) return false
    const basis = await readBasis(ctx)
    // Neither records nor lists are locked during the comparison, which takes seconds if an index has to be built
    // first.
    const answers: QueueAnswers[] = []
    for (const noun of partyEntities) answers.push(await matchQueued(ctx, basis, noun, queued))
    await lockWriting(ctx)
    if (!isSameBasis(basis, await readBasis(ctx))) return true
    let settled = 0
    for (const each of answers) settled += await keep(ctx, basis, each, queued)
    return settled > 0
  })
}

const idsOf = (queued: readonly QueuedParty[], noun: PartyEntity) =>
  queued.filter(each => each.noun === noun).map(each => each.record_id)

async function matchQueued(
  ctx: Ctx,
  { rule, lists }: ScreeningBasis,
  noun: PartyEntity,
  queued: readonly QueuedParty[],
): Promise<QueueAnswers> {
  const rows = await findParties(ctx, noun, idsOf(queued, noun))
  const answers: ListAnswer[] = []
  for (const { id, version } of lists)
    answers.push(await matchList(ctx, { list_id: id, version, since: 0 }, noun, rows, rule))
  return { noun, rows, answers }
}

/** Returns the number of records settled. */
async function keep(
  ctx: Ctx,
  basis: ScreeningBasis,
  { noun, rows, answers }: QueueAnswers,
  queued: readonly QueuedParty[],
): Promise<number> {
  const own = queued.filter(each => each.noun === noun)
  if (own.length === 0) return 0
  const now = await findDigests(ctx, noun, idsOf(queued, noun))
  const asRead = new Map(rows.filter(({ id, digest }) => now.get(id) === digest).map(row => [row.id, row]))
  const gone = own.filter(({ record_id }) => !now.has(record_id))
  const isSettled = ({ record_id }: QueuedParty) => asRead.has(record_id) || !now.has(record_id)
  // Handles deleted records and records merged into others.
  const goneIds = gone.map(({ record_id }) => record_id)
  await followRecords(ctx, noun, goneIds)
  await storeAnswers(
    ctx,
    answers.map(answer => restrictAnswer(answer, id => asRead.has(id))),
  )
  const failed = new Set(answers.flatMap(({ badRecords }) => badRecords.map(({ id }) => id)))
  const compared = [...asRead.values()].filter(({ id }) => !failed.has(id))
  await storeScreenedRecords(ctx, basis, compared)
  for (const answer of answers) await keepUncompared(ctx, answer)
  // Records that failed wait in quarantine.
  await deleteScreened(ctx, noun, [...goneIds, ...[...failed].filter(id => asRead.has(id))])
  await releaseQuarantined(
    ctx,
    'screening',
    [...goneIds, ...compared.map(({ id }) => id)].map(id => quarantineKey(noun, id)),
  )
  await removeQueued(ctx, own.filter(isSettled))
  await putBack(
    ctx,
    own.filter(each => !isSettled(each)),
  )
  return own.filter(isSettled).length
}
