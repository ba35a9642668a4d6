import { lazy } from 'react'

export { useOgFormatters } from './og-formatters.tsx'
export { ogOrNewSource, ogSource } from './source.ts'
export { proposedAssetMb, watchOg } from './watch.ts'

/** The form, loaded when it is first opened: `<OgForm og={og} onClose={…} />`. */
export const OgForm = lazy(() => import('./og-form.tsx'))
export const OgImport = lazy(() => import('./og-import.tsx'))
/** Loads the demonstration records: `<DemoButton />`. */
export const DemoButton = lazy(() => import('./demo-button.tsx'))
