import { lazy } from 'react'
import { registerImport, registerNew } from '#web/record/acts.ts'

registerNew(
  'person',
  'rw',
  lazy(() => import('./person-form.tsx')),
)
registerImport(
  'person',
  'rw',
  lazy(() => import('./person-import.tsx')),
)
