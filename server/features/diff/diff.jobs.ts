import * as z from 'zod/mini'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { judgeWaiting, rescoreDiffs } from './rescore.ts'

const Payload = z.object({ og_id: z.int() })

export const diffJobs: Jobs = {
  rescore_diffs: (ctx, payload) => rescoreDiffs(ctx, Payload.parse(payload).og_id),
  judge_diffs: (ctx, payload) => judgeWaiting(ctx, Payload.parse(payload).og_id),
}
