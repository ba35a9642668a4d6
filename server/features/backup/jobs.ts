import type { Job } from '#server/platform/jobs.ts'
import { beginNightly } from './nightly.ts'

export const backupJobs: Record<string, Job> = { start_nightly_backup: ctx => beginNightly(ctx) }

export const backupCrontab = ['7 * * * * start_nightly_backup']
