import type { Job } from '#server/platform/jobs.ts'

export const auditJobs: Record<string, Job> = {}
export const auditCrontab: string[] = []
