import * as z from 'zod/mini'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { checkFigures } from './check-figures.ts'

const Payload = z.object({ og_id: z.optional(z.int()) })

export const figureJobs: Jobs = {
  check_figures: (ctx, payload) => checkFigures(ctx, Payload.parse(payload ?? {}).og_id),
}

/** A round queues the check itself; this finds pages whose status or versions changed otherwise. */
export const figureCrontab = ['*/5 * * * * check_figures ?jobKey=check_figures&priority=10']
