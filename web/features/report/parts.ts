import { lazy } from 'react'
import { cardNouns, mergeNouns } from '#contract/noun.ts'
import { reportReaders } from '#contract/role.ts'
import { translate } from '#web/platform/i18n.ts'
import { registerFactAct, registerTab } from '#web/record/parts.tsx'
import { tabMessages } from './tab-messages.ts'

registerFactAct({ nouns: cardNouns, Content: lazy(() => import('./fact/cite-act.tsx')) })
registerTab({
  key: 'reports',
  nouns: mergeNouns,
  order: 60,
  roles: reportReaders,
  label: () => translate(tabMessages)('reports'),
  count: 'reports',
  Content: lazy(() => import('./record-reports.tsx')),
})
