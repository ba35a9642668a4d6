import { useQuery } from '@tanstack/react-query'
import { getReportTemplate } from '#contract/report-template.ts'
import { ask } from '#web/platform/query.ts'

export const templateQuery = () => ask(getReportTemplate, {})

/** The house's template, for who writes reports. */
export const useTemplate = () => useQuery({ ...templateQuery(), staleTime: 60_000 })
