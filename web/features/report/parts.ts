import { Quote } from 'lucide-react'
import { lazy } from 'react'
import { entityNames, linkEntities, mergeEntities } from '#contract/registry.ts'
import { reportReaders, supers } from '#contract/role.ts'
import { translate } from '#web/platform/i18n.ts'
import { registerFactAct, registerTab } from '#web/record/parts.tsx'
import { reportTabMessages } from './tab-messages.ts'

registerFactAct({
  key: 'cite',
  nouns: [...entityNames, ...linkEntities],
  roles: supers,
  icon: Quote,
  label: () => translate(reportTabMessages)('cite'),
  Dialog: lazy(() => import('./fact/cite-dialog.tsx')),
})
registerTab({
  key: 'reports',
  nouns: mergeEntities,
  order: 60,
  roles: reportReaders,
  label: () => translate(reportTabMessages)('reports'),
  count: 'reports',
  Content: lazy(() => import('./record-reports.tsx')),
})
