// Loaded before the API: tells over a port of its own how long its loop was held since it was last asked.
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** How often the loop is looked at; a delay counts from there. */
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
