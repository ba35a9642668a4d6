import type { Job } from '#server/platform/jobs.ts'
import { checkSavedSearches } from './saved.ts'

export const searchJobs: Record<string, Job> = { check_saved_searches: ctx => checkSavedSearches(ctx) }

export const searchCrontab: string[] = []
