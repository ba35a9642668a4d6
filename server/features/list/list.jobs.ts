import { removeOldFiles, resumeStalled } from '#server/ingest/staging/files.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { versionFiles } from './list.queries.ts'
import { loadDue, queueNextStep } from './list.service.ts'
import { loadJob } from './load.ts'

export const listJobs: Jobs = {
  load_list: loadJob,
  load_due_lists: ctx => loadDue(ctx),
  resume_list_loads: ctx => resumeStalled(ctx, versionFiles, queueNextStep),
  remove_old_list_files: (ctx, _payload, { signal }) =>
    removeOldFiles(ctx, 'list', versionFiles, { remove: async () => [], signal }),
}

export const listCrontab = [
  '*/5 * * * * load_due_lists',
  '* * * * * resume_list_loads',
  '52 4 * * * remove_old_list_files',
]
