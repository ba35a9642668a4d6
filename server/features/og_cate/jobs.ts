import type { Jobs } from '#server/platform/jobs.ts'
import { removeOldOgCates } from './og_cate.ts'

export const ogCateJobs = { remove_old_og_cates: removeOldOgCates } satisfies Jobs
