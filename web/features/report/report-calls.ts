import { infiniteQueryOptions, type QueryClient, useQuery } from '@tanstack/react-query'
import {
  actOnReport,
  createReport,
  deleteReport,
  getReport,
  listReportFacets,
  listReportHistory,
  type NewReport,
  type Report,
  type ReportAct,
  type ReportPatch,
  restoreReport,
  updateReport,
} from '#contract/report.ts'
import { listReportVersions, restoreReportVersion } from '#contract/report-version.ts'
import { call } from '#web/platform/api.ts'
import { ask, refresh } from '#web/platform/query.ts'
import type { Suggest } from '#web/ui/form/suggest-field.tsx'

const pageSize = 20

/** Reports stand on the pages of what they speak of too. */
export const refreshReports = () => refresh('report')

/** One report; the page itself says when there is none. */
export function reportOptions(id: number) {
  return { ...ask(getReport, { params: { id } }) }
}

/** What a write answers with is shown at once; everything else is read again. */
async function showSaved(client: QueryClient, report: Report): Promise<Report> {
  client.setQueryData(reportOptions(report.id).queryKey, report)
  await refreshReports()
  return report
}

export const saveNewReport = (client: QueryClient, body: NewReport): Promise<Report> =>
  call(createReport, { body }).then(report => showSaved(client, report))

export const saveReport = (client: QueryClient, id: number, body: ReportPatch): Promise<Report> =>
  call(updateReport, { params: { id }, body }).then(report => showSaved(client, report))

type Act = { act: ReportAct; comment?: string; rev: number }

/** Moves a report on its way. */
export const moveReport = (client: QueryClient, id: number, { act, comment, rev }: Act): Promise<Report> =>
  call(actOnReport, { params: { id }, body: { act, rev, ...(comment && { comment }) } }).then(report =>
    showSaved(client, report),
  )

export async function moveReportToTrash(id: number): Promise<void> {
  await call(deleteReport, { params: { id } })
}

/** After a deletion: nothing of it stays in the cache, and lists are read again. */
export function forgetReport(client: QueryClient, id: number): void {
  client.removeQueries({ queryKey: reportOptions(id).queryKey })
  void refreshReports()
}

export const bringReportBack = (client: QueryClient, id: number): Promise<Report> =>
  call(restoreReport, { params: { id } }).then(report => showSaved(client, report))

/** The text of an older version becomes the newest one. */
export const bringVersionBack = (
  client: QueryClient,
  report: { id: number; rev: number },
  number: number,
): Promise<Report> =>
  call(restoreReportVersion, { params: { id: report.id, number }, body: { rev: report.rev } }).then(saved =>
    showSaved(client, saved),
  )

type Paged = { current: number; pageSize: number; total: number }
const nextOf = ({ current, pageSize: size, total }: Paged) => (current * size < total ? current + 1 : undefined)

/** A report's history, newest first, page by page. */
export function reportHistoryOptions(id: number) {
  return infiniteQueryOptions({
    queryKey: ['report', listReportHistory.path, id] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listReportHistory, { params: { id }, query: { current: pageParam, pageSize } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextOf,
  })
}

/** Its saved states, newest first, page by page. */
export function reportVersionsOptions(id: number) {
  return infiniteQueryOptions({
    queryKey: ['report', listReportVersions.path, id] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listReportVersions, { params: { id }, query: { current: pageParam, pageSize } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextOf,
  })
}

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
