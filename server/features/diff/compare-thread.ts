// Worker thread that reads and compares large pages. It may be ended at any moment.
import { workerData } from 'node:worker_threads'
import { answerTasks } from '#server/platform/process/threads.ts'
import { compareTaskOf, type DiffTask, rowsTask, type SourceReader } from './compare-tasks.ts'

const reader = (await import(workerData as string)) as SourceReader

answerTasks((task: DiffTask) => (task.kind === 'take' ? compareTaskOf(reader, task) : rowsTask(reader, task)))
