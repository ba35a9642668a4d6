import { registerPart } from '#web/record/parts.tsx'
import { FollowButton } from './follow-button.tsx'

registerPart({ place: 'act', nouns: ['og', 'person', 'event', 'report', 'upload'], Content: FollowButton })
