import { lazy } from 'react'

export { sourceSource } from './picker.ts'

/** The form, loaded when it is first opened. */
export const SourceForm = lazy(() => import('./source-form.tsx'))
