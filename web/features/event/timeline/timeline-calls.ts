import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  createTimelineNote,
  deleteTimelineNote,
  listTimelineNotes,
  type TimelineNote,
  updateTimelineNote,
} from '#contract/event-note.api.ts'
import { timelineEvents } from '#contract/event-view.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type { CallInput } from '#web/platform/api.ts'
import { call } from '#web/platform/api.ts'
import { endpointQuery, refresh } from '#web/platform/query.ts'

type TimelineQuery = NonNullable<CallInput<typeof timelineEvents>['query']>
/** Parameters of the views over time and space, without their window. */
export type ViewFilter = Omit<TimelineQuery, 'from' | 'to' | 'by' | 'limit'>
export type TimelineGrouping = 'none' | 'og' | 'person'
/** The record of the timeline; all users who can read it see its notes. */
export type TimelineRecord = { kind: PartyEntity; id: number }

const eventsAtMost = 300

/** The whole time, or the window. The previous data stays until the next is loaded. */
export function useTimeline(filter: ViewFilter, by: TimelineGrouping, window: [Date, Date] | null) {
  const query = {
    ...filter,
    by,
    limit: eventsAtMost,
    ...(window && { from: window[0].toISOString(), to: window[1].toISOString() }),
  }
  return useQuery({ ...endpointQuery(timelineEvents, { query }), placeholderData: keepPreviousData })
}

export function useNotes(record: TimelineRecord | undefined) {
  const query = record ? { [record.kind]: [String(record.id)] } : {}
  return useQuery({ ...endpointQuery(listTimelineNotes, { query }) })
}

export async function saveNote(
  note: TimelineNote | undefined,
  record: TimelineRecord | undefined,
  values: { at: string; text: string },
): Promise<void> {
  if (note) await call(updateTimelineNote, { params: { id: String(note.id) }, body: { ...values, rev: note.rev } })
  else {
    const of = record ? { [`${record.kind}_id`]: record.id } : {}
    await call(createTimelineNote, { body: { ...values, ...of } })
  }
  await refresh('event')
}

export async function removeNote(note: TimelineNote): Promise<void> {
  await call(deleteTimelineNote, { params: { id: String(note.id) } })
  await refresh('event')
}
