import { lazy } from 'react'

export { draftOfDiff, type ReportPreset } from './draft-of-diff.ts'
export { MakeReport } from './make-report.tsx'
export type { Quotation } from './quote-dialog.tsx'

/** The form of a new report, with its first values: `<ReportForm preset={…} onClose={…} />`. */
export const ReportForm = lazy(() => import('./report-form.tsx'))

/** Inserts words of a page into a report: `<QuoteDialog quotation={…} onClose={…} />`. */
export const QuoteDialog = lazy(() => import('./quote-dialog.tsx'))
