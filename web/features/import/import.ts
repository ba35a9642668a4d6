import { lazy } from 'react'

/** The dialog, fetched when it is first opened. */
export const ImportDialog = lazy(() => import('./import-dialog.tsx'))
export type { LooksOf } from './import-props.ts'
