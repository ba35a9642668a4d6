import { removeReleasedFiles } from '#server/platform/blob/removed-files.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { beginNightly } from './nightly.ts'

export const backupJobs: Jobs = {
  start_nightly_backup: ctx => beginNightly(ctx),
  /** Removes files that a killed process released and did not remove. */
  remove_gone_files: ctx => removeReleasedFiles(ctx),
}

export const backupCrontab = ['7 * * * * start_nightly_backup', '*/5 * * * * remove_gone_files']
