import { removeReleasedFiles, removeStrays } from '#server/platform/blob/removed-files.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { findStoredFiles } from './list.queries.ts'
import { loadDue, resumeLoads } from './list.service.ts'
import { loadJob } from './load.ts'

export const listJobs: Jobs = {
  load_list: loadJob,
  load_due_lists: ctx => loadDue(ctx),
  resume_list_loads: ctx => resumeLoads(ctx),
  remove_old_list_files: async (ctx, _payload, { signal }) => {
    await removeReleasedFiles(ctx)
    await removeStrays(ctx, 'list', findStoredFiles, signal)
  },
}

export const listCrontab = [
  '*/5 * * * * load_due_lists',
  '* * * * * resume_list_loads',
  '52 4 * * * remove_old_list_files',
]
