import * as z from 'zod/mini'
import type { Job } from '#server/platform/jobs.ts'
import { rescoreDiffs } from './rescore.ts'

const Payload = z.object({ og_id: z.int() })

export const diffJobs: Record<string, Job> = {
  rescore_diffs: (ctx, payload) => rescoreDiffs(ctx, Payload.parse(payload).og_id),
}
