import { lazy } from 'react'
import { lazyPart } from '#web/platform/code.ts'

/** Follows or unfollows one record, for the head of its page: `<FollowButton noun="og" id={3} />`. */
export { FollowButton } from './follow-button.tsx'

/** Sends a record to colleagues who can read it: `<SendDialog noun="og" id={3} onClose={…} />`. */
export const SendDialog = lazy(() => import('./send-dialog.tsx'))

/** The bell of the navbar, loaded after the page. */
export const Bell = lazyPart(() => import('./bell.tsx'))

/** One entry for a mixed list: `<NewsLine item={item} />`, and its icon. */
export const NotificationLine = lazy(() => import('./news-line.tsx'))
export const FamilyIcon = lazy(async () => ({ default: (await import('./family-icon.tsx')).FamilyIcon }))
export { hrefOfRecord } from './entry-address.ts'
export { markRead } from './notification-calls.ts'
