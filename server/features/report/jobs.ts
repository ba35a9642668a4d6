import type { Job } from '#server/platform/jobs.ts'

export const reportJobs: Record<string, Job> = {}
export const reportCrontab: string[] = []
