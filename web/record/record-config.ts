import type { Messages } from '#web/platform/i18n.ts'
import type { PlainRouteName, RouteName, RouteTarget } from '#web/platform/route.ts'
import type { PageRecord, RecordCalls } from './record-calls.ts'
import type { OverviewCalls } from './use-overview.ts'

/** Pages of one record: those whose path has an id and nothing else. */
type DetailRouteName = {
  [N in RouteName]: RouteTarget<N> extends { params: { id: string | number } } ? N : never
}[RouteName]

/** Sentences that name the entity: they cannot be composed from a single word in every language. */
type RecordText = 'list' | 'loading' | 'missingTitle' | 'toList' | 'failedTitle' | 'editKey'

/** The configuration of an entity for the shared parts of its pages; everything else is the entity's own code. */
export type RecordConfig<R extends PageRecord> = {
  /** The entity's API name: other features register their parts under it. */
  noun: string
  calls: Omit<RecordCalls<R>, 'create' | 'save' | 'bulk'>
  nameOf(record: R): string
  texts: Messages<Record<RecordText, string>>
  list: PlainRouteName
  /** The page of one record; if absent, the list shows a record by its id in the query. */
  detail?: DetailRouteName
  /** For entities whose page starts with an overview. */
  overview?: OverviewCalls
  /** Polling interval of an open record in milliseconds; never polled if absent. */
  pollMs?(record: R): number | false
}
