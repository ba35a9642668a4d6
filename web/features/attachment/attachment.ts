import { lazy } from 'react'

export { sendFiles } from './calls.ts'
export { FilePicks } from './file-picks.tsx'

/** The files of a record, with adding and removing: `<Attachments noun="event" recordId={3} mayAdd />`. */
export const Attachments = lazy(() => import('./attachments.tsx'))
