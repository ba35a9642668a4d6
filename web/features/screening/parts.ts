import { lazy } from 'react'
import { partyNouns } from '#contract/noun.ts'
import { registerPart } from '#web/record/parts.tsx'

registerPart({ place: 'banner', nouns: partyNouns, Content: lazy(() => import('./screening-banner.tsx')) })
