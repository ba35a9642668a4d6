import { lazy } from 'react'

/** The form, loaded when it is first opened: `<IssueForm page={{ path, title }} onClose={…} />`. */
export const IssueForm = lazy(() => import('./issue-form.tsx'))
export type { WrittenOn } from './issue-form.tsx'
