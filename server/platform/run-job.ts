import type { Job as QueuedJob } from 'graphile-worker'
import type { Ctx } from './ctx.ts'
import { failedAgain, setAside, settle } from './set-aside.ts'

const asidePrefix = 'aside:'
/** Trials of work that comes by the clock, before it waits for its next time. */
const mostByClock = 3

/**
 * Runs a job's work. One that fails in its last attempt is set aside and done with, for its queue would keep it for ever
 * and tell nobody; earlier failures are thrown, for the queue to try again. What comes by the clock comes again anyhow.
 */
export async function runJob(ctx: Ctx, job: QueuedJob, work: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  const isByClock = typeof job.payload === 'object' && job.payload !== null && '_cron' in job.payload
  const isRetry = job.key?.startsWith(asidePrefix) === true
  const key = isRetry
    ? job.key!.slice(asidePrefix.length)
    : isByClock
      ? job.task_identifier
      : `${job.task_identifier}:${job.key ?? job.id}`
  try {
    await work()
  } catch (error) {
    const most = isByClock ? Math.min(mostByClock, job.max_attempts) : job.max_attempts
    // A worker that stops is nobody's fault.
    if (signal?.aborted || !(job.attempts >= most)) throw error
    if (isRetry) return await failedAgain(ctx, 'job', key, error)
    const detail = { task: job.task_identifier, payload: isByClock ? {} : job.payload }
    return await setAside(ctx, 'job', { key, detail, error }, { isRetried: !isByClock })
  }
  // Only what may stand there under this key is looked for.
  if (isRetry || isByClock || job.key !== null) await settle(ctx, 'job', [key])
}
