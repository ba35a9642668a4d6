// Worker thread that reads and compares large pages. It may be ended at any moment.
import { workerData } from 'node:worker_threads'
import { answerTasks } from '#server/platform/process/threads.ts'
import { type CompareTask, type Reader, rowsTask, takeTask } from './compare-tasks.ts'

const reader = (await import(workerData as string)) as Reader

answerTasks((task: CompareTask) => (task.kind === 'take' ? takeTask(reader, task) : rowsTask(reader, task)))
