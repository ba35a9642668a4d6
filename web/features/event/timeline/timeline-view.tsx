import { useState } from 'react'
import type { TimelineGrouping, TimelineRecord, ViewFilter } from './timeline-calls.ts'
import { TimelineFigure } from './timeline-figure.tsx'

type Props = { filter: ViewFilter; record?: TimelineRecord | undefined; by?: TimelineGrouping }

/** Events of a filter over time, from a day to all of it; with a record, its notes too. */
export default function TimelineView({ filter, record, by: byFirst = 'none' }: Props) {
  const [by, setBy] = useState<TimelineGrouping>(byFirst)
  // Another filter has another time range, so the zoom starts again.
  return <TimelineFigure key={JSON.stringify([filter, record])} filter={filter} record={record} by={by} onBy={setBy} />
}
