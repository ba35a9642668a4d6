import { lazy } from 'react'
import { translate } from '#web/platform/i18n.ts'
import { registerTab, type TabProps } from '#web/record/parts.tsx'
import { RecordPart } from '#web/record/record-part.tsx'
import { tabMessages } from './tab-messages.ts'

const RecordEvents = lazy(() => import('./record-events.tsx'))
const RecordTimeline = lazy(() => import('./record-timeline.tsx'))

type Noun = 'og' | 'person'

registerTab({
  key: 'events',
  nouns: ['og', 'person'],
  order: 30,
  label: () => translate(tabMessages)('events'),
  Content: ({ noun, id }: TabProps<Noun>) => (
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
