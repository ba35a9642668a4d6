import { lazy } from 'react'
import { partyEntities } from '#contract/registry.ts'
import { editors } from '#contract/role.ts'
import { translate } from '#web/platform/i18n.ts'
import { registerTab } from '#web/record/parts.tsx'
import { mentionTabMessages } from './tab-messages.ts'

/** For roles that can open the pages with mentions. */
registerTab({
  key: 'mentions',
  nouns: partyEntities,
  order: 70,
  roles: editors,
  label: () => translate(mentionTabMessages)('mentions'),
  count: 'mentions',
  Content: lazy(() => import('./mention-list.tsx')),
})
