export { MakeReport } from './make-report.tsx'
export { useReportTab } from './report-tab.tsx'
