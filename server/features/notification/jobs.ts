import type { Job } from '#server/platform/jobs.ts'

export const notificationJobs: Record<string, Job> = {}
export const notificationCrontab: string[] = []
