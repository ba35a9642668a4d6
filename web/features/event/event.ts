import { lazy } from 'react'

export { useEventFormatters } from './event-formatters.tsx'
export { EventLevelMark } from './event-level.tsx'
export { timeText } from './event-time.ts'

/** The form, loaded when it is first opened: `<EventForm preset={{ ogs: [3] }} onClose={…} onDone={…} />`. */
export const EventForm = lazy(() => import('./form/event-form.tsx'))
