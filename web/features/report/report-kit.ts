import type { Report } from '#contract/report.ts'
import type { RecordKit } from '#web/record/kit.ts'
import { reportPageMessages } from './page-messages.ts'
import { reportCalls } from './report-calls.ts'

export const reportKit: RecordKit<Report> = {
  noun: 'report',
  calls: reportCalls,
  nameOf: report => report.title,
  texts: reportPageMessages,
  list: 'report',
  detail: 'report_detail',
}
