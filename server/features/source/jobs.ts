import * as z from 'zod/mini'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { addJob, type Jobs } from '#server/platform/jobs.ts'
import { planAnew } from '#server/record/mark-bulk.ts'
import { checkFacts, findSaid, findUnchecked, lockCheck, saveProgress } from './check-queries.ts'

const claimsAtOnce = 1_000
const Payload = z.strictObject({ id: z.int() })

/** Has the facts of sources that said a great deal worked out anew; each is one job, however often it is asked for. */
export async function queueChecks(ctx: Ctx): Promise<void> {
  for (const id of await findUnchecked(ctx)) await addJob(ctx.db, 'check_source_facts', { id }, { key: `source:${id}` })
}

/**
 * Does work that withdraws sources or brings them back: which facts that leaves to be checked is worked out with it, or by a
 * job where a source has said a great deal.
 */
export function withChecks<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async ctx => {
    const done = await work(ctx)
    await queueChecks(ctx)
    return done
  })
}

/** One portion in one transaction, with how far it came: killed, it goes on there. Whether there is more. */
function checkPortion(ctx: Ctx, id: number): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const open = await lockCheck(ctx, id)
    if (!open) return false
    await planAnew(ctx)
    const said = await findSaid(ctx, id, open.after_id, claimsAtOnce)
    await checkFacts(ctx, said)
    const last = said.at(-1)
    await saveProgress(ctx, id, last ? { after_id: last.id, more: said.length } : null)
    return last !== undefined
  })
}

export const sourceJobs: Jobs = {
  check_source_facts: async (ctx, payload, { signal }) => {
    const { id } = Payload.parse(payload)
    while (await checkPortion(ctx, id)) signal?.throwIfAborted()
  },
  /** What a killed worker left behind; a job that is at work already takes turns with this one. */
  resume_source_checks: queueChecks,
}

export const sourceCrontab = ['* * * * * resume_source_checks']
