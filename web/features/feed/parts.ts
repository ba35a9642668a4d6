import { registerPart } from '#web/record/parts.tsx'
import { OgFeedButton } from './og-feed-button.tsx'

registerPart({ place: 'act', nouns: ['og'], Content: OgFeedButton })
