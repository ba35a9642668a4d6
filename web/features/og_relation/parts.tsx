import { lazy } from 'react'
import { partyNouns } from '#contract/noun.ts'
import { translate } from '#web/platform/i18n.ts'
import { late } from '#web/record/late.tsx'
import { registerLook, registerPart, registerTab, type TabProps } from '#web/record/parts.tsx'
import type { RecordRow } from '#web/record/record-calls.ts'
import { useLinkLook } from './link-look.ts'
import { tabMessages } from './tab-messages.ts'

const OwnershipPanel = lazy(() => import('./ownership-panel.tsx'))

registerTab({
  key: 'ownership',
  nouns: partyNouns,
  order: 15,
  label: () => translate(tabMessages)('ownership'),
  Content: ({ noun, record }: TabProps<'og' | 'person', RecordRow & { name: string }>) => (
    <OwnershipPanel of={{ noun, id: record.id }} name={record.name} mayAdd={record.can.includes('update')} />
  ),
})
registerPart({ place: 'banner', nouns: ['og'], Content: late(() => import('./ownership-banner.tsx')) })
registerLook({ nouns: partyNouns, field: 'og_relations', useLook: entries => useLinkLook('og_relations', entries) })
registerLook({ nouns: ['og'], field: 'person_relations', useLook: entries => useLinkLook('person_relations', entries) })
