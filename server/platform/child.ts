import { Worker } from 'node:worker_threads'
import { cutText } from '#contract/text.ts'
import { type FromChild, memorySignal } from './children.ts'

/** Looks, beside whatever keeps the child busy, at what it has in memory, and whether there still is a parent. */
const guard = `
const { workerData: { rssBytes, signal, parent } } = require('node:worker_threads')
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  if (process.memoryUsage.rss() > rssBytes) process.kill(process.pid, signal)
}, 25)
`

/** In the child's file: answers one task after the other; ends with its parent. */
export function answerParent<Task, Piece, Result>(
  handle: (task: Task, tell: (piece: Piece) => Promise<void>) => Promise<Result>,
): void {
  if (!process.send) return
  const rssBytes = Number(process.argv[2]) * 1_048_576
  new Worker(guard, {
    eval: true,
    workerData: { rssBytes, signal: memorySignal, parent: process.ppid },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
    execArgv: [],
  }).unref()
  const say = (message: FromChild) => new Promise<void>(resolve => process.send?.(message, () => resolve()))
  process.on('disconnect', () => process.exit(0))
  process.on('message', async (task: Task) => {
    try {
      void say({ result: await handle(task, piece => say({ piece })) })
    } catch (error) {
      void say({ failed: cutText(String((error as Error)?.message ?? error), 500) })
    }
  })
  void say({ ready: true })
}
