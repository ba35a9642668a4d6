import { lazy } from 'react'

/** Follow and unfollow one record, for the head of its page: `<FollowButton noun="og" id={3} />`. */
export { FollowButton } from './follow-button.tsx'

/** The bell of the navbar, fetched after the page that it stands above. */
export const Bell = lazy(() => import('./bell.tsx'))
