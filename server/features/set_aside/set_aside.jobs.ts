import * as z from 'zod/mini'
import type { JobName } from '#contract/job.ts'
import type { QuarantinedItem } from '#contract/set_aside.api.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { addJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import {
  claimDue,
  failedAgain,
  quarantine,
  type Retries,
  type Retry,
  releaseQuarantined,
} from '#server/platform/jobs/quarantine.ts'
import { claimDeadJobs } from './set_aside.queries.ts'

const atOnce = 20
const Payload = z.looseObject({ id: z.optional(z.int()) })
const JobDetail = z.object({ task: z.string(), payload: z.record(z.string(), z.unknown()) })

/** Puts a failed job back into its queue; it stays in the quarantine until it succeeds. */
const retryJob: Retry = async (ctx, { key, detail }) => {
  const { task, payload } = JobDetail.parse(detail)
  // The name may come from an older version; a job with a name that no longer exists fails again.
  await addJob(ctx.db, task as JobName, payload, { key: `aside:${key}`, maxAttempts: 1 })
  return 'queued'
}

export function quarantineJobs(retries: Retries): Jobs {
  const all: Retries = { ...retries, job: retryJob }
  return {
    /** Retries the items that are due, or the one that was requested. */
    retry_set_aside: async (ctx, payload, { signal }) => {
      const { id } = Payload.parse(payload)
      await inTransaction(ctx, quarantineDeadJobs)
      for (;;) {
        const due = await claimDue(ctx, id === undefined ? atOnce : 1, id)
        for (const each of due) await tryAgain(ctx, all[each.queue], each)
        if (id !== undefined || due.length < atOnce || signal?.aborted) return
      }
    },
  }
}

async function tryAgain(
  ctx: Ctx,
  retry: Retry | undefined,
  { id, queue, key, detail }: QuarantinedItem,
): Promise<void> {
  try {
    if (!retry) throw new Error('no retry is registered for this queue')
    await inTransaction(ctx, async ctx => {
      if ((await retry(ctx, { key, detail })) !== 'queued') await releaseQuarantined(ctx, queue, [key])
    })
  } catch (error) {
    await failedAgain(ctx, queue, key, error)
    ctx.log.warn({ err: error, set_aside: id, queue, key }, 'quarantine: retry failed')
  }
}

async function quarantineDeadJobs(ctx: Ctx): Promise<void> {
  for (const { id, task, key, payload, error } of await claimDeadJobs(ctx))
    await quarantine(ctx, 'job', {
      key: `${task}:${key ?? id}`,
      detail: { task, payload },
      error: error ?? 'its worker was killed',
    })
}

export const quarantineCrontab = ['* * * * * retry_set_aside']
