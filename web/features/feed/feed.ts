import { lazy } from 'react'

/** Creates a feed of something, with its addresses: `<FeedDialog kind="og" subjectId={3} name="…" onClose={…} />`. */
export const FeedDialog = lazy(() => import('./feed-dialog.tsx'))
export { stopFeed } from './feed-calls.ts'
export { HitFeedButton } from './hit-feed-button.tsx'
export { feedMessages } from './messages.ts'
