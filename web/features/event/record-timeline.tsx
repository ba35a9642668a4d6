import TimelineView from './timeline-view.tsx'

/** Timeline of one organisation or person: `<RecordTimeline og={3} />`. */
export default function RecordTimeline({ og, person }: { og?: number; person?: number }) {
  if (og !== undefined) return <TimelineView filter={{ og: [String(og)] }} record={{ kind: 'og', id: og }} />
  if (person !== undefined)
    return <TimelineView filter={{ person: [String(person)] }} record={{ kind: 'person', id: person }} />
  return null
}
