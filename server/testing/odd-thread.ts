// Runs as a thread of tests and executes the requested misbehaviour.
import { parentPort, workerData } from 'node:worker_threads'
import { answerTasks } from '#server/platform/process/threads.ts'

export type OddThreadTask =
  | 'hang'
  | 'die'
  | 'fill'
  | 'fill at once'
  | 'throw'
  | { echo: unknown; isReportedFirst?: boolean }

answerTasks((task: OddThreadTask) => {
  if (task === 'die') process.exit(3)
  if (task === 'throw') throw new RangeError('as told')
  if (task === 'hang') for (;;);
  if (task === 'fill') for (const all: object[] = []; ; ) all.push({ of: all.length })
  if (task === 'fill at once') return new Array(20_000_000).fill(0).map((_, at) => ({ at })).length
  if (task.isReportedFirst) parentPort?.postMessage({ 'watch:import': ['file:///a.ts'] })
  return { echo: task.echo, data: workerData }
})
