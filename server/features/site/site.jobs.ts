import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { startDueRounds } from './site.service.ts'

export const siteJobs: Jobs = {
  start_due_rounds: ctx => startDueRounds(ctx),
}

export const siteCrontab = ['* * * * * start_due_rounds']
