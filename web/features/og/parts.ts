import { lazy } from 'react'
import { registerImport, registerNew } from '#web/record/acts.ts'
import { registerPart } from '#web/record/parts.tsx'

registerNew(
  'og',
  'zz',
  lazy(() => import('./og-form.tsx')),
)
registerImport(
  'og',
  'zz',
  lazy(() => import('./og-import.tsx')),
)
registerPart({ place: 'preview', nouns: ['og'], Content: lazy(() => import('./og-preview.tsx')) })
