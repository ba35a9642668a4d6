import { lazy } from 'react'
import { editors } from '#contract/role.ts'
import { translate } from '#web/platform/i18n.ts'
import { registerTab } from '#web/record/parts.tsx'
import { mentionMessages } from './messages.ts'

/** For who may open the pages that mentions lead to. */
registerTab({
  key: 'mentions',
  nouns: ['og', 'person'],
  order: 70,
  roles: editors,
  label: () => translate(mentionMessages)('title'),
  Content: lazy(() => import('./mention-list.tsx')),
})
