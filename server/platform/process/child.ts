import { Worker } from 'node:worker_threads'
import { cutText } from '#contract/text.ts'
import { cpuSignal, type FromChild, memorySignal } from './children.ts'

/**
 * A thread next to the child's work checks the memory of the process, the processor time of its task, and whether its
 * parent is still running.
 */
const guard = `
const { workerData: { rssBytes, cpuMs, signal, cpuSignal, parent }, parentPort } = require('node:worker_threads')
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
let since = null
parentPort.on('message', isBusy => { since = isBusy ? cpu() : null })
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  if (process.memoryUsage.rss() > rssBytes) process.kill(process.pid, signal)
  if (cpuMs > 0 && since !== null && cpu() - since > cpuMs) process.kill(process.pid, cpuSignal)
}, 25)
`

/** Call it in the child's file: it processes one task after the other, and ends with its parent. */
export function answerParent<Task, Piece, Result>(
  handle: (task: Task, sendPiece: (piece: Piece) => Promise<void>) => Promise<Result>,
): void {
  if (!process.send) return
  const rssBytes = Number(process.argv[2]) * 1_048_576
  const cpuMs = Number(process.argv[3] ?? 0)
  const watch = new Worker(guard, {
    eval: true,
    workerData: { rssBytes, cpuMs, signal: memorySignal, cpuSignal, parent: process.ppid },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
    execArgv: [],
  })
  watch.unref()
  const send = (message: FromChild) => new Promise<void>(resolve => process.send?.(message, () => resolve()))
  process.on('disconnect', () => process.exit(0))
  process.on('message', async (task: Task) => {
    watch.postMessage(true)
    try {
      void send({ result: await handle(task, piece => send({ piece })) })
    } catch (error) {
      void send({ failed: cutText(String((error as Error)?.message ?? error), 500) })
    } finally {
      watch.postMessage(false)
    }
  })
  void send({ ready: true })
}
