import type { Jobs } from '#server/platform/jobs.ts'
import { startDueRounds } from './site.ts'

export const siteJobs: Jobs = {
  start_due_rounds: ctx => startDueRounds(ctx),
}

export const siteCrontab = ['* * * * * start_due_rounds']
