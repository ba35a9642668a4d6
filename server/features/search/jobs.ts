import type { Job } from '#server/platform/jobs.ts'

export const searchJobs: Record<string, Job> = {}
export const searchCrontab: string[] = []
