import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { removeOldOgCates } from './og_cate.service.ts'

export const ogCateJobs = { remove_old_og_cates: removeOldOgCates } satisfies Jobs
