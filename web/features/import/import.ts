import { lazy } from 'react'

/** The dialog, loaded when it is first opened. */
export const ImportDialog = lazy(() => import('./import-dialog.tsx'))
export type { FormattersOf } from './import-props.ts'
