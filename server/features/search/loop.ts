import type { Ctx } from '#server/platform/ctx.ts'
import { warmCutter } from './cut.ts'
import { keepSearch } from './keep.ts'

/** What changed is found within a second: the queue is looked at so often, which costs next to nothing while it is empty. */
const pauseMs = 250
const pauseAfterErrorMs = 5_000

/** Keeps entries up to date until it is stopped; of several processes one at a time does. */
export function startSearchKeeper(ctx: Ctx): { stop(): Promise<void> } {
  let isStopped = false
  let wake = () => {}
  const pause = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async () => {
    let hasFailed = false
    warmCutter()
    while (!isStopped) {
      try {
        if (!(await keepSearch(ctx))) await pause(pauseMs)
        hasFailed = false
      } catch (error) {
        if (!hasFailed) ctx.log.error({ err: error }, 'entries of the search could not be written; trying again')
        hasFailed = true
        if (!isStopped) await pause(pauseAfterErrorMs)
      }
    }
  }
  const done = run()
  return {
    stop: async () => {
      isStopped = true
      wake()
      await done
    },
  }
}
