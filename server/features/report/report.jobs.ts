import { purgeTrash } from '#server/core/rows.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { removeOldPresence } from './work/presence.queries.ts'

export const reportJobs: Jobs = {
  purge_report_trash: ctx => purgeTrash(ctx, 'report'),
  remove_old_presence: ctx => removeOldPresence(ctx),
}
export const reportCrontab = ['39 3 * * * purge_report_trash', '*/30 * * * * remove_old_presence']
