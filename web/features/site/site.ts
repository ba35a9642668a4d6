import { lazy } from 'react'

export { RoundActs } from './round-acts.tsx'
export { ProgressBar, RoundProgress, RoundState } from './round-progress.tsx'
export { isAtWork, paceOf, refreshRounds, useSite } from './site-calls.ts'
export { SiteLine } from './site-line.tsx'

/** Fetched when its tab is first opened: `<SiteTab og={og} onEditOg={…} />`. */
export const SiteTab = lazy(() => import('./site-tab.tsx'))
