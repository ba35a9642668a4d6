import { lazy } from 'react'

export { ChangeLine } from './change-line.tsx'
export { DiffLine } from './diff-panel.tsx'
export { DiffScore } from './diff-parts.tsx'
export { MakeEvent } from './make-event.tsx'
export { useStepKeys } from './queue-keys.tsx'
export { reviewCluster, reviewDiff, reviewMany } from './review.ts'

/** Dialogs of a review: the note, and the choice between two conflicting reviews. */
export const NoteDialog = lazy(() => import('./note-dialog.tsx'))
export const ClashDialog = lazy(() => import('./clash-dialog.tsx'))

/** Two texts row by row: `<DiffRows comparison={comparison} layout="split" />`. */
export const DiffRows = lazy(async () => ({ default: (await import('./diff-rows.tsx')).DiffRows }))

/** The same with its counts, navigation between changes and both layouts: `<DiffView comparison={comparison} />`. */
export const DiffView = lazy(async () => ({ default: (await import('./diff-view.tsx')).DiffView }))
