import { removeGone, removeStrays } from '#server/platform/gone-files.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { loadDue, resumeLoads } from './list.ts'
import { loadJob } from './load.ts'
import { findKeptFiles } from './queries.ts'

export const listJobs: Jobs = {
  load_list: loadJob,
  load_due_lists: ctx => loadDue(ctx),
  resume_list_loads: ctx => resumeLoads(ctx),
  remove_old_list_files: async (ctx, _payload, { signal }) => {
    await removeGone(ctx)
    await removeStrays(ctx, 'list', findKeptFiles, signal)
  },
}

export const listCrontab = [
  '*/5 * * * * load_due_lists',
  '* * * * * resume_list_loads',
  '52 4 * * * remove_old_list_files',
]
