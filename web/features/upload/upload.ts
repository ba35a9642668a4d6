import { lazy } from 'react'

export { uploadSize } from './size-text.ts'
export { judgeUpload } from './upload-calls.ts'

/** Takes the reason of a rejection. */
export const RejectDialog = lazy(() => import('./reject-dialog.tsx'))
