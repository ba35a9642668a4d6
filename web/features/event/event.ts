import { lazy } from 'react'

export { EventLevelMark, EventLevelTag, judgedLevel, useEventLevelName } from './event-level.tsx'
export { useEventFormatters } from './event-looks.tsx'
export { timeText, wallTime } from './event-time.ts'
export { NewEventButton } from './new-event-button.tsx'

/** The form, loaded when it is first opened: `<EventForm preset={{ ogs: [3] }} onClose={…} onDone={…} />`. */
export const EventForm = lazy(() => import('./form/event-form.tsx'))
