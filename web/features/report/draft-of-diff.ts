import { draftReportOfDiff, type NewReport } from '#contract/report.api.ts'
import type { ReportBody } from '#contract/report-body.ts'
import { call } from '#web/platform/api.ts'

/** The first values of a new report. */
export type ReportPreset = Partial<Pick<NewReport, 'title' | 'summary' | 'ogs' | 'persons' | 'events'>> & {
  body?: ReportBody
}

/** The first values of a report about a difference: the change quoted as evidence, and the named records. */
export async function draftOfDiff(id: number): Promise<ReportPreset> {
  const { ogs, persons, ...draft } = await call(draftReportOfDiff, { params: { id } })
  const idsOf = (refs: readonly { id: number }[]) => refs.map(ref => ref.id)
  return { ...draft, ogs: idsOf(ogs), persons: idsOf(persons) }
}
