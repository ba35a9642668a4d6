import { partyNouns } from '#contract/noun.ts'
import { late } from '#web/record/late.tsx'
import { registerPart } from '#web/record/parts.tsx'

registerPart({ place: 'banner', nouns: partyNouns, Content: late(() => import('./screening-banner.tsx')) })
