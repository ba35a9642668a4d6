import { lazy } from 'react'
import { partyEntities } from '#contract/registry.ts'
import { translate } from '#web/platform/i18n.ts'
import { registerTab, type TabProps } from '#web/record/parts.tsx'
import { relationTabMessages } from './tab-messages.ts'
import type { GraphEntity } from './use-graph.ts'

const RelationPanel = lazy(() => import('./relation-panel.tsx'))

registerTab({
  key: 'relations',
  nouns: partyEntities,
  order: 20,
  label: () => translate(relationTabMessages)('relations'),
  count: 'relations',
  Content: ({ noun, id }: TabProps<GraphEntity>) => <RelationPanel kind={noun} id={id} />,
})
