import type { Report } from '#contract/report.api.ts'
import type { RecordConfig } from '#web/record/record-config.ts'
import { reportPageMessages } from './page-messages.ts'
import { reportCalls } from './report-calls.ts'

export const reportConfig: RecordConfig<Report> = {
  noun: 'report',
  calls: reportCalls,
  nameOf: report => report.title,
  texts: reportPageMessages,
  list: 'report',
  detail: 'report_detail',
}
