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
} from '#contract/report.ts'
import { listReportVersions, restoreReportVersion } from '#contract/report-version.ts'
import { call } from '#web/platform/api.ts'
import { ask, askPages } from '#web/platform/query.ts'
import { recordCalls } from '#web/record/record-calls.ts'
import type { Suggest } from '#web/ui/form/suggest-field.tsx'

/** Reports stand on the pages of what they speak of too, under their own noun. */
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

type Act = { act: ReportAct; comment?: string; rev: number }

/** Moves a report on its way. */
export const moveReport = (id: number, { act, comment, rev }: Act): Promise<Report> =>
  reportCalls.showing(call(actOnReport, { params: { id }, body: { act, rev, ...(comment && { comment }) } }))

/** The text of an older version becomes the newest one. */
export const bringVersionBack = ({ id, rev }: { id: number; rev: number }, number: number): Promise<Report> =>
  reportCalls.showing(call(restoreReportVersion, { params: { id, number }, body: { rev } }))

/** Its saved states, newest first, page by page. */
export const reportVersionsOptions = (id: number) => askPages(listReportVersions, { params: { id } })

/** Labels in use on reports. */
export function useReportFacets() {
  return useQuery({ ...ask(listReportFacets, {}), staleTime: 60_000 })
}

export const reportLabels: Suggest = {
  key: ['report', 'label'],
  find: async (keyword, signal) => {
    const { labels } = await call(listReportFacets, {}, { signal })
    return labels.filter(({ value }) => value.toLowerCase().includes(keyword.toLowerCase()))
  },
}
