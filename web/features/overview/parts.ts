import { lazy } from 'react'
import { partyNouns } from '#contract/noun.ts'
import { registerPart } from '#web/record/parts.tsx'

registerPart({ place: 'first', nouns: partyNouns, Content: lazy(() => import('./overview-parts.tsx')) })
registerPart({ place: 'preview', nouns: partyNouns, Content: lazy(() => import('./preview.tsx')) })
