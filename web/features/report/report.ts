import { lazy } from 'react'

export { MakeReport } from './make-report.tsx'
export type { Quotation } from './quote-dialog.tsx'

/** Inserts words of a page into a report: `<QuoteDialog quotation={…} onClose={…} />`. */
export const QuoteDialog = lazy(() => import('./quote-dialog.tsx'))
