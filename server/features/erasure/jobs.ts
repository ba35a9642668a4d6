import type { Job } from '#server/platform/jobs.ts'

export const erasureJobs: Record<string, Job> = {}
export const erasureCrontab: string[] = []
