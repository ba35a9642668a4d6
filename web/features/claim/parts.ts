import { lazy } from 'react'
import { cardNouns } from '#contract/noun.ts'
import { translate } from '#web/platform/i18n.ts'
import { registerFactMark, registerPart, registerTab } from '#web/record/parts.tsx'
import { claimTabMessages } from './tab-messages.ts'

registerFactMark({ nouns: cardNouns, Content: lazy(() => import('./claim-mark.tsx')) })
registerTab({
  key: 'facts',
  nouns: ['source'],
  order: 10,
  label: () => translate(claimTabMessages)('facts'),
  Content: lazy(() => import('./source-facts.tsx')),
})
registerPart({
  place: 'banner',
  nouns: ['source'],
  Content: lazy(async () => ({ default: (await import('./source-facts.tsx')).SourceChecks })),
})
