import { recordNouns } from '#contract/noun.ts'
import { registerPart } from '#web/record/parts.tsx'
import { FollowButton } from './follow-button.tsx'
import { SendButton } from './send-button.tsx'

registerPart({ place: 'act', nouns: recordNouns, Content: FollowButton })
registerPart({ place: 'act', nouns: recordNouns, Content: SendButton })
