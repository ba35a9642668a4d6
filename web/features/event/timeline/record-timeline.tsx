import type { PartyEntity } from '#contract/registry.ts'
import TimelineView from './timeline-view.tsx'

/** The timeline of one organisation or person: `<RecordTimeline noun="og" id={3} />`. */
export default function RecordTimeline({ noun, id }: { noun: PartyEntity; id: number }) {
  return <TimelineView filter={{ [noun]: [String(id)] }} record={{ kind: noun, id }} />
}
