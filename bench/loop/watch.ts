// Loaded before the API: reports on a separate port how long the event loop was blocked since the last report.
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Interval at which the loop is checked; a delay counts from there. */
const everyMs = 5

if (isMainThread && process.env.OG_BENCH_WATCH_PORT) {
  const delay = monitorEventLoopDelay({ resolution: everyMs })
  delay.enable()
  createServer((_, response) => {
    const heldMs = Math.max(0, delay.max / 1e6 - everyMs)
    delay.reset()
    response.end(JSON.stringify({ heldMs }))
  })
    .listen(Number(process.env.OG_BENCH_WATCH_PORT), '127.0.0.1')
    .unref()
}
