import { lazy } from 'react'

/** Follow and unfollow one record, for the head of its page: `<FollowButton noun="og" id={3} />`. */
export { FollowButton } from './follow-button.tsx'

/** The bell of the navbar, fetched after the page that it stands above. */
export const Bell = lazy(() => import('./bell.tsx'))

/** One entry where others stand beside it: `<NewsLine item={item} />`, and its mark. */
export const NewsLine = lazy(() => import('./news-line.tsx'))
export const FamilyIcon = lazy(async () => ({ default: (await import('./family-icon.tsx')).FamilyIcon }))
export { markRead } from './notification-calls.ts'
