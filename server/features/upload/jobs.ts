import type { Job } from '#server/platform/jobs.ts'

export const uploadJobs: Record<string, Job> = {}
export const uploadCrontab: string[] = []
