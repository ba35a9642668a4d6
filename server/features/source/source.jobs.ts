import * as z from 'zod/mini'
import { discardPlans } from '#server/core/mark-bulk.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { addJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { checkFacts, findNextClaims, findUnchecked, lockCheck, saveProgress } from './check.queries.ts'

const claimsAtOnce = 1_000
const Payload = z.strictObject({ id: z.int() })

/**
 * Queues the recomputation of facts for sources with many claims; each source has one job, however often this is
 * called.
 */
async function queueChecks(ctx: Ctx): Promise<void> {
  for (const id of await findUnchecked(ctx)) await addJob(ctx.db, 'check_source_facts', { id }, { key: `source:${id}` })
}

/**
 * Runs work that withdraws or reinstates sources. The facts that must be checked afterwards are computed with it, or by
 * a job if a source has many claims.
 */
export function withChecks<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async ctx => {
    const done = await work(ctx)
    await queueChecks(ctx)
    return done
  })
}

/**
 * Runs one portion in one transaction with its progress, so that it continues there after a kill. Returns whether there
 * is more.
 */
function checkPortion(ctx: Ctx, id: number): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const open = await lockCheck(ctx, id)
    if (!open) return false
    await discardPlans(ctx)
    const claimed = await findNextClaims(ctx, id, open.after_id, claimsAtOnce)
    await checkFacts(ctx, claimed)
    const last = claimed.at(-1)
    await saveProgress(ctx, id, last ? { after_id: last.id, more: claimed.length } : null)
    return last !== undefined
  })
}

export const sourceJobs: Jobs = {
  check_source_facts: async (ctx, payload, { signal }) => {
    const { id } = Payload.parse(payload)
    while (await checkPortion(ctx, id)) signal?.throwIfAborted()
  },
  /** Continues the work of a killed worker; a job that is still running takes turns with this one. */
  resume_source_checks: queueChecks,
}

export const sourceCrontab = ['* * * * * resume_source_checks']
