import { removeOldFiles, resumeStalled } from '#server/ingest/staging/files.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { archiveFiles } from './archive.queries.ts'
import { queueNextStep } from './archive-job.ts'
import { readArchiveJob } from './read-archive.ts'

export const pageArchiveJobs: Jobs = {
  read_page_archive: readArchiveJob,
  resume_page_archives: ctx => resumeStalled(ctx, archiveFiles, queueNextStep),
  remove_old_page_archives: (ctx, _payload, { signal }) =>
    removeOldFiles(ctx, 'archive', archiveFiles, { remove: async () => [], signal }),
}

export const pageArchiveCrontab = ['* * * * * resume_page_archives', '54 4 * * * remove_old_page_archives']
