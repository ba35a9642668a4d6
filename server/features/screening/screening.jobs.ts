import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { screenJob } from './screen.ts'

export const screeningJobs: Jobs = { screen_parties: screenJob }

export const screeningCrontab = ['* * * * * screen_parties ?queue=screening&jobKey=screen_parties']
