import type { Job } from '#server/platform/jobs.ts'

export const issueJobs: Record<string, Job> = {}
export const issueCrontab: string[] = []
