import * as z from 'zod/mini'
import { cutText } from '#contract/text.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import type { ErasureKits } from './kit.ts'
import { changeErasure, findStalled } from './queries.ts'
import { obeyRetention } from './retention.ts'
import { countErasure, runErasure } from './run.ts'

const Payload = z.strictObject({ id: z.int() })
const stalledAfterMs = 30 * 60_000
const jobOf: Record<string, string> = { counting: 'count_erasure', running: 'run_erasure' }

export function erasureJobs(kits: ErasureKits): Record<string, Job> {
  return {
    count_erasure: (ctx, payload) => countErasure(ctx, kits, Payload.parse(payload).id),
    run_erasure: async (ctx, payload, { signal }) => {
      const { id } = Payload.parse(payload)
      try {
        await runErasure(ctx, kits, id, signal)
      } catch (error) {
        // Tried again; said meanwhile, for whoever waits.
        if (!signal?.aborted)
          await changeErasure(ctx, id, { error: error instanceof Error ? cutText(error.message, 200) : 'failed' })
        throw error
      }
    },
    /** One whose worker was killed goes on with another. */
    resume_erasures: async ctx => {
      for (const { id, state } of await findStalled(ctx, new Date(ctx.now().getTime() - stalledAfterMs)))
        await addJob(ctx.db, jobOf[state] ?? '', { id }, { key: `erasure:${id}` })
    },
    obey_retention: (ctx, _payload, { signal }) => obeyRetention(ctx, signal),
  }
}

export const erasureCrontab = ['*/10 * * * * resume_erasures', '11 2 * * * obey_retention']
