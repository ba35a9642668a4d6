import { partyEntities } from '#contract/registry.ts'
import { late } from '#web/record/late.tsx'
import { registerPart } from '#web/record/parts.tsx'

registerPart({ place: 'banner', nouns: partyEntities, Content: late(() => import('./screening-banner.tsx')) })
