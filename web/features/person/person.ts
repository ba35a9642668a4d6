import { lazy } from 'react'

export { usePersonFormatters } from './person-formatters.tsx'
export { personOrNewSource, personSource } from './source.ts'

/** The form, loaded when it is first opened: `<PersonForm person={person} onClose={…} />`. */
export const PersonForm = lazy(() => import('./person-form.tsx'))
