// Runs as a thread: reads large pages. It may be ended at any moment.
import { answerTasks } from '#server/platform/threads.ts'
import { doExtractTask, type ExtractTask } from './extract-tasks.ts'

answerTasks((task: ExtractTask) => doExtractTask(task))
