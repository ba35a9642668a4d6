import type { Jobs } from '#server/platform/jobs.ts'
import { removeOld } from './device.ts'

export const deviceJobs: Jobs = { remove_old_devices: ctx => removeOld(ctx) }

export const deviceCrontab = ['41 3 * * * remove_old_devices']
