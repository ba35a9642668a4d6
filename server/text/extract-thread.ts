// Runs as a thread that reads large pages. It may be terminated at any moment.
import { answerTasks } from '#server/platform/process/threads.ts'
import { doExtractTask, type ExtractTask } from './extract-tasks.ts'

answerTasks((task: ExtractTask) => doExtractTask(task))
