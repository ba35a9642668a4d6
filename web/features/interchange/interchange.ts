import { lazy } from 'react'

export { InterchangeButton } from './interchange-button.tsx'
/** The dialog, loaded when it is first opened. */
export const InterchangeDialog = lazy(() => import('./interchange-dialog.tsx'))
