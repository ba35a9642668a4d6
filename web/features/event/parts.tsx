import { lazy } from 'react'
import type { PartyEntity } from '#contract/registry.ts'
import { partyEntities } from '#contract/registry.ts'
import { translate } from '#web/platform/i18n.ts'
import { registerImport, registerNew } from '#web/record/acts.ts'
import { registerTab, type TabProps } from '#web/record/parts.tsx'
import { RecordPart } from '#web/record/record-part.tsx'
import { eventTabMessages } from './tab-messages.ts'

const RecordEvents = lazy(() => import('./record-events.tsx'))
const RecordTimeline = lazy(() => import('./timeline/record-timeline.tsx'))

type PartEntity = PartyEntity

registerTab({
  key: 'events',
  nouns: partyEntities,
  order: 30,
  label: () => translate(eventTabMessages)('events'),
  count: 'events',
  Content: ({ noun, id }: TabProps<PartEntity>) => (
    <>
      <RecordPart name="timeline">
        <RecordTimeline noun={noun} id={id} />
      </RecordPart>
      <RecordPart name="events">
        <RecordEvents noun={noun} id={id} />
      </RecordPart>
    </>
  ),
})

registerNew(
  'event',
  'sj',
  lazy(() => import('./form/event-form.tsx')),
)
registerImport(
  'event',
  'sj',
  lazy(() => import('./event-import.tsx')),
)
