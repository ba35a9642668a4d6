import { lazy } from 'react'

export { useWaitingDiffs, WaitingDiffs, waitingShown } from './diff-panel.tsx'
export { Score } from './diff-parts.tsx'
export type { Comparison } from './diff-view.tsx'

/** Two texts row by row: `<DiffRows comparison={comparison} layout="split" />`. */
export const DiffRows = lazy(async () => ({ default: (await import('./diff-rows.tsx')).DiffRows }))

/** The same with its counts, the way from change to change and both layouts: `<DiffView comparison={comparison} />`. */
export const DiffView = lazy(async () => ({ default: (await import('./diff-view.tsx')).DiffView }))
