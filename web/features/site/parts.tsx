import { lazy } from 'react'
import type { Og } from '#contract/og.api.ts'
import { translate } from '#web/platform/i18n.ts'
import { registerPart, registerTab, type TabProps } from '#web/record/parts.tsx'
import { siteTabMessages } from './tab-messages.ts'

const SiteTab = lazy(() => import('./site-tab.tsx'))
const SiteLine = lazy(async () => ({ default: (await import('./site-line.tsx')).SiteLine }))

registerTab({
  key: 'site',
  nouns: ['og'],
  order: 40,
  label: () => translate(siteTabMessages)('site'),
  count: 'pages',
  Content: ({ record, onEdit }: TabProps<'og', Og>) => <SiteTab og={record} onEditOg={onEdit} />,
})
registerPart({ place: 'overview', nouns: ['og'], Content: ({ id }) => <SiteLine ogId={id} /> })
