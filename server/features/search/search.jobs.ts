import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { checkSavedSearches } from './saved.ts'

export const searchJobs: Jobs = { check_saved_searches: ctx => checkSavedSearches(ctx) }

export const searchCrontab: string[] = []
