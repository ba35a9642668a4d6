// Worker thread that builds search entries. It may be ended at any moment.
import { answerTasks } from '#server/platform/process/threads.ts'
import { doEntryTask, type EntryTask } from './entry-tasks.ts'

answerTasks((task: EntryTask) => doEntryTask(task))
