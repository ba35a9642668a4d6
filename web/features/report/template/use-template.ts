import { useQuery } from '@tanstack/react-query'
import { getReportTemplate } from '#contract/report-template.api.ts'
import { endpointQuery } from '#web/platform/query.ts'

export const templateQuery = () => endpointQuery(getReportTemplate, {})

/** The deployment's report template, for users who write reports. */
export const useTemplate = () => useQuery({ ...templateQuery(), staleTime: 60_000 })
