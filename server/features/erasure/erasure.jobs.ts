import * as z from 'zod/mini'
import type { JobName } from '#contract/job.ts'
import { cutText } from '#contract/text.ts'
import { addJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import type { ErasureAdapters } from './erasure.adapter.ts'
import { changeErasure, findStalledErasures } from './erasure.queries.ts'
import { obeyRetention } from './retention.ts'
import { countErasure, runErasure } from './run.ts'

const Payload = z.strictObject({ id: z.int() })
const stalledAfterMs = 30 * 60_000
const jobOf: Readonly<Record<string, JobName>> = { counting: 'count_erasure', running: 'run_erasure' }

export function erasureJobs(adapters: ErasureAdapters): Jobs {
  return {
    count_erasure: (ctx, payload) => countErasure(ctx, adapters, Payload.parse(payload).id),
    run_erasure: async (ctx, payload, { signal }) => {
      const { id } = Payload.parse(payload)
      try {
        await runErasure(ctx, adapters, id, signal)
      } catch (error) {
        // The job is retried; until then the error is shown to the waiting user.
        if (!signal?.aborted)
          await changeErasure(ctx, id, { error: error instanceof Error ? cutText(error.message, 200) : 'failed' })
        throw error
      }
    },
    /** Continues an erasure whose worker was killed. */
    resume_erasures: async ctx => {
      for (const { id, state } of await findStalledErasures(ctx, new Date(ctx.now().getTime() - stalledAfterMs))) {
        const job = jobOf[state]
        if (job) await addJob(ctx.db, job, { id }, { key: `erasure:${id}` })
      }
    },
    obey_retention: (ctx, _payload, { signal }) => obeyRetention(ctx, signal),
  }
}

export const erasureCrontab = ['*/10 * * * * resume_erasures', '11 2 * * * obey_retention']
