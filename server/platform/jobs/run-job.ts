import type { Job as QueuedJob } from 'graphile-worker'
import type { Ctx } from '../ctx.ts'
import { failedAgain, quarantine, releaseQuarantined } from './quarantine.ts'

const quarantinePrefix = 'aside:'
/** Attempts of a scheduled job before it waits for its next scheduled time. */
const mostByClock = 3

/**
 * Runs a job's work. A job that fails in its last attempt is quarantined and removed from its queue, which would
 * otherwise store it for ever without a report. Earlier failures are thrown, so that the queue retries. A scheduled job
 * comes again in any case.
 */
export async function runJob(ctx: Ctx, job: QueuedJob, work: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  const isByClock = typeof job.payload === 'object' && job.payload !== null && '_cron' in job.payload
  const isRetry = job.key?.startsWith(quarantinePrefix) === true
  const key = isRetry
    ? job.key!.slice(quarantinePrefix.length)
    : isByClock
      ? job.task_identifier
      : `${job.task_identifier}:${job.key ?? job.id}`
  try {
    await work()
  } catch (error) {
    const most = isByClock ? Math.min(mostByClock, job.max_attempts) : job.max_attempts
    // A worker that is stopping is not a fault of the job.
    if (signal?.aborted || !(job.attempts >= most)) throw error
    if (isRetry) return await failedAgain(ctx, 'job', key, error)
    const detail = { task: job.task_identifier, payload: isByClock ? {} : job.payload }
    return await quarantine(ctx, 'job', { key, detail, error }, { isRetried: !isByClock })
  }
  // Looks only for keys that can be in the quarantine.
  if (isRetry || isByClock || job.key !== null) await releaseQuarantined(ctx, 'job', [key])
}
