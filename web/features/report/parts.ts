import { lazy } from 'react'
import { mergeNouns } from '#contract/noun.ts'
import { reportReaders } from '#contract/role.ts'
import { translate } from '#web/platform/i18n.ts'
import { registerTab } from '#web/record/parts.tsx'
import { tabMessages } from './tab-messages.ts'

registerTab({
  key: 'reports',
  nouns: mergeNouns,
  order: 60,
  roles: reportReaders,
  label: () => translate(tabMessages)('reports'),
  count: 'reports',
  Content: lazy(() => import('./record-reports.tsx')),
})
