import { Pencil, Plus } from 'lucide-react'
import { lazy } from 'react'
import { entityNames } from '#contract/registry.ts'
import { editors } from '#contract/role.ts'
import { translate } from '#web/platform/i18n.ts'
import { lazyComponent } from '#web/record/lazy-component.tsx'
import { registerFactAct, registerFactMark, registerPart, registerTab } from '#web/record/parts.tsx'
import { isAddable, isChangeable } from './fact-value.ts'
import { claimTabMessages } from './tab-messages.ts'

registerFactMark({ nouns: entityNames, Content: lazyComponent(() => import('./claim-mark.tsx')) })
registerFactAct({
  key: 'change',
  nouns: entityNames,
  roles: editors,
  isWriting: true,
  icon: Pencil,
  label: () => translate(claimTabMessages)('change'),
  isFor: isChangeable,
  Dialog: lazy(() => import('./change-fact.tsx')),
})
registerFactAct({
  key: 'add',
  nouns: entityNames,
  roles: editors,
  isWriting: true,
  isOfList: true,
  icon: Plus,
  label: () => translate(claimTabMessages)('addItem'),
  isFor: isAddable,
  Dialog: lazy(() => import('./add-item.tsx')),
})
registerPart({ place: 'facts', nouns: entityNames, Content: lazyComponent(() => import('./add-fact.tsx')) })
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
