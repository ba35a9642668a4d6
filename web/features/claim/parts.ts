import { lazy } from 'react'
import { cardNouns } from '#contract/noun.ts'
import { registerFactMark } from '#web/record/parts.tsx'

registerFactMark({ nouns: cardNouns, Content: lazy(() => import('./claim-mark.tsx')) })
