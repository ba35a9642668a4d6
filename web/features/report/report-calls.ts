import { useQuery } from '@tanstack/react-query'
import {
  actOnReport,
  bulkReport,
  createReport,
  deleteReport,
  getReport,
  listReportFacets,
  listReportHistory,
  type Report,
  type ReportAct,
  restoreReport,
  updateReport,
} from '#contract/report.api.ts'
import { listReportVersions, restoreReportVersion } from '#contract/report-version.api.ts'
import { call } from '#web/platform/api.ts'
import { endpointPages, endpointQuery } from '#web/platform/query.ts'
import { recordCalls } from '#web/record/record-calls.ts'
import type { Suggest } from '#web/ui/form/suggest-field.tsx'

/** Pages of other records show reports too, under the report's own entity. */
export const reportCalls = recordCalls(
  {
    get: getReport,
    create: createReport,
    update: updateReport,
    remove: deleteReport,
    restore: restoreReport,
    history: listReportHistory,
    bulk: bulkReport,
  },
  ['report'],
)

type ReportActInput = { act: ReportAct; comment?: string; rev: number }

/** Performs a workflow action on a report. */
export const moveReport = (id: number, { act, comment, rev }: ReportActInput): Promise<Report> =>
  reportCalls.showing(call(actOnReport, { params: { id }, body: { act, rev, ...(comment && { comment }) } }))

/** Restores the text of an older version as the newest one. */
export const bringVersionBack = ({ id, rev }: { id: number; rev: number }, number: number): Promise<Report> =>
  reportCalls.showing(call(restoreReportVersion, { params: { id, number }, body: { rev } }))

/** The versions of a report, newest first, page by page. */
export const reportVersionsOptions = (id: number) => endpointPages(listReportVersions, { params: { id } })

/** Labels in use on reports. */
export function useReportFacets() {
  return useQuery({ ...endpointQuery(listReportFacets, {}), staleTime: 60_000 })
}

export const reportLabels: Suggest = {
  key: ['report', 'label'],
  find: async (keyword, signal) => {
    const { labels } = await call(listReportFacets, {}, { signal })
    return labels.filter(({ value }) => value.toLowerCase().includes(keyword.toLowerCase()))
  },
}
