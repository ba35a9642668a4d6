import { labelActs, recordBulkActs } from '#web/record/bulk-acts.ts'
import type { BulkAct } from '#web/ui/list/list-config.ts'
import { reportListMessages } from './messages.ts'
import { reportCalls, reportLabels } from './report-calls.ts'

/** Bulk actions on reports; in the trash only restoring. */
export const reportBulkActs = (isTrash: boolean): BulkAct[] =>
  recordBulkActs({
    noun: 'report',
    calls: reportCalls,
    words: reportListMessages,
    isTrash,
    own: labelActs(reportListMessages, reportLabels),
  })
