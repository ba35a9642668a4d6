import type { InboxItem } from '#contract/inbox.api.ts'
import { type RecordEntity, recordEntities } from '#contract/registry.ts'
import { displayName } from '#web/platform/display-name.ts'

export type ItemRecord = { noun: RecordEntity; id: number; name: string }
export type ItemLinks = { title: string; ogs: number[]; persons: number[]; events: number[] }

/** The record that an item is about; null for notifications about something else, such as a word. */
export function recordOf(item: InboxItem): ItemRecord | null {
  switch (item.kind) {
    case 'diff': {
      const og = item.diffs[0]?.og
      return og ? { noun: 'og', id: og.id, name: displayName(og) } : null
    }
    case 'screening':
      return { noun: item.screening.noun, id: item.screening.record.id, name: displayName(item.screening.record) }
    case 'fact_check': {
      const [first] = item.checks
      return first ? { noun: first.noun, id: first.record_id, name: first.title } : null
    }
    case 'duplicate':
      return { noun: item.duplicate.noun, id: item.duplicate.a.id, name: displayName(item.duplicate.a) }
    case 'upload':
      return { noun: 'upload', id: item.upload.id, name: item.upload.title }
    case 'report':
      return { noun: 'report', id: item.report.id, name: item.report.title }
    case 'event':
      return { noun: 'event', id: item.event.id, name: item.event.title }
    case 'notification': {
      const { noun: given, record_id: id, title } = item.notification
      const noun = recordEntities.find(each => each === given)
      return noun && id > 0 ? { noun, id, name: title } : null
    }
  }
}

const idsOf = (refs: readonly { id: number }[]) => refs.map(({ id }) => id)

/** The organisations, persons and events that a new event or report about an item links; null if there are none. */
export function linksOf(item: InboxItem): ItemLinks | null {
  if (item.kind === 'upload') return linked(item.upload.title, idsOf(item.upload.ogs), idsOf(item.upload.persons))
  if (item.kind === 'report') return linked(item.report.title, idsOf(item.report.ogs), idsOf(item.report.persons))
  const record = recordOf(item)
  if (record === null) return null
  const { noun, id, name } = record
  const both = item.kind === 'duplicate' ? [id, item.duplicate.b.id] : [id]
  if (noun === 'og') return linked(name, both, [])
  if (noun === 'person') return linked(name, [], both)
  return noun === 'event' ? linked(name, [], [], both) : null
}

function linked(title: string, ogs: number[], persons: number[], events: number[] = []): ItemLinks {
  return { title, ogs, persons, events }
}
