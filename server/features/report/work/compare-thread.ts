// Worker thread that compares long texts. It may be ended at any moment.
import { answerTasks } from '#server/platform/process/threads.ts'
import { type Block, type CompareTask, compareReports } from './compare.ts'

answerTasks<CompareTask, Block[]>(({ before, after }) => compareReports(before, after))
