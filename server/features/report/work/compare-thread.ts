// Worker thread that compares long texts. It may be ended at any moment.
import { answerTasks } from '#server/platform/process/threads.ts'
import { compareReports, type ReportCompareTask, type ReportDiffBlock } from './compare.ts'

answerTasks<ReportCompareTask, ReportDiffBlock[]>(({ before, after }) => compareReports(before, after))
