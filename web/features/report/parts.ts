import { Quote } from 'lucide-react'
import { lazy } from 'react'
import { cardNouns, linkNouns, mergeNouns } from '#contract/noun.ts'
import { reportReaders, supers } from '#contract/role.ts'
import { translate } from '#web/platform/i18n.ts'
import { registerFactAct, registerTab } from '#web/record/parts.tsx'
import { tabMessages } from './tab-messages.ts'

registerFactAct({
  key: 'cite',
  nouns: [...cardNouns, ...linkNouns],
  roles: supers,
  icon: Quote,
  label: () => translate(tabMessages)('cite'),
  Dialog: lazy(() => import('./fact/cite-dialog.tsx')),
})
registerTab({
  key: 'reports',
  nouns: mergeNouns,
  order: 60,
  roles: reportReaders,
  label: () => translate(tabMessages)('reports'),
  count: 'reports',
  Content: lazy(() => import('./record-reports.tsx')),
})
