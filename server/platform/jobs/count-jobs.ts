import type { WorkerEvents } from 'graphile-worker'
import type { Metrics } from '../watch/metrics.ts'

/** Counts the jobs of graphile-worker by name and outcome, with their duration. */
export function countJobs(events: WorkerEvents, metrics: Metrics): void {
  const begun = new Map<string, number>()
  events.on('job:start', ({ job }) => begun.set(job.id, performance.now()))
  events.on('job:complete', ({ job, error }) => {
    const since = begun.get(job.id)
    begun.delete(job.id)
    if (since === undefined) return
    metrics.job(job.task_identifier, error ? 'failed' : 'done', (performance.now() - since) / 1000)
  })
}
