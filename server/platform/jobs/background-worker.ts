import type { Ctx } from '../ctx.ts'

export type BackgroundWorker = { stop(): Promise<void> }

/**
 * A background worker that keeps something up to date until it is stopped. `work` does what is due and returns whether
 * there may be more; if not, the worker waits for `pauseMs`, or until the `wake` that was passed to `listen` is called.
 * An error is logged once, and `work` is retried after a pause.
 */
export function startBackgroundWorker(
  ctx: Ctx,
  {
    what,
    work,
    pauseMs,
    pauseAfterErrorMs = 5_000,
    listen,
  }: {
    what: string
    work: (ctx: Ctx) => Promise<boolean>
    pauseMs: number
    pauseAfterErrorMs?: number
    listen?: (wake: () => void) => void
  },
): BackgroundWorker {
  let isStopped = false
  let isWoken = false
  let end = () => {}
  const pause = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async () => {
    let hasFailed = false
    while (!isStopped) {
      isWoken = false
      try {
        // A wake-up during the work may have come too late for it, so it runs again.
        if (!(await work(ctx)) && !isWoken && !isStopped) await pause(pauseMs)
        hasFailed = false
      } catch (error) {
        if (!hasFailed) ctx.log.error({ err: error, what }, 'background worker: run failed, retrying')
        hasFailed = true
        if (!isStopped) await pause(pauseAfterErrorMs)
      }
    }
  }
  listen?.(() => {
    isWoken = true
    end()
  })
  const done = run()
  return {
    stop: async () => {
      isStopped = true
      end()
      await done
    },
  }
}
