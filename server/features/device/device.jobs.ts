import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { removeOld } from './device.service.ts'

export const deviceJobs: Jobs = { remove_old_devices: ctx => removeOld(ctx) }

export const deviceCrontab = ['41 3 * * * remove_old_devices']
