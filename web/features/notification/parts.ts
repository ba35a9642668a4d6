import { recordEntities } from '#contract/registry.ts'
import { registerPart } from '#web/record/parts.tsx'
import { FollowButton } from './follow-button.tsx'
import { SendButton } from './send-button.tsx'

registerPart({ place: 'act', nouns: recordEntities, Content: FollowButton })
registerPart({ place: 'act', nouns: recordEntities, Content: SendButton })
