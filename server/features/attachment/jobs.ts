import type { Job } from '#server/platform/jobs.ts'

export const attachmentJobs: Record<string, Job> = {}
export const attachmentCrontab: string[] = []
