import { lazy } from 'react'
import { partyEntities } from '#contract/registry.ts'
import { displayName, type Named } from '#web/platform/display-name.ts'
import { translate } from '#web/platform/i18n.ts'
import { lazyComponent } from '#web/record/lazy-component.tsx'
import { registerFormatter, registerPart, registerTab, type TabProps } from '#web/record/parts.tsx'
import type { PageRecord } from '#web/record/record-calls.ts'
import { useLinkFormatter } from './link-format.ts'
import { ownershipTabMessages } from './tab-messages.ts'

const OwnershipPanel = lazy(() => import('./ownership-panel.tsx'))

registerTab({
  key: 'ownership',
  nouns: partyEntities,
  order: 15,
  label: () => translate(ownershipTabMessages)('ownership'),
  count: 'stated',
  Content: ({ noun, record }: TabProps<'og' | 'person', PageRecord & Named>) => (
    <OwnershipPanel of={{ noun, id: record.id }} name={displayName(record)} mayAdd={record.can.includes('update')} />
  ),
})
registerPart({ place: 'banner', nouns: ['og'], Content: lazyComponent(() => import('./ownership-banner.tsx')) })
registerFormatter({
  nouns: partyEntities,
  field: 'og_relations',
  useLook: entries => useLinkFormatter('og_relations', entries),
})
registerFormatter({
  nouns: ['og'],
  field: 'person_relations',
  useLook: entries => useLinkFormatter('person_relations', entries),
})
