import type { Messages } from '#web/platform/i18n.ts'
import type { PlainRouteName, RouteName, Target } from '#web/platform/route.ts'
import type { RecordCalls, RecordRow } from './record-calls.ts'
import type { OverviewCalls } from './use-overview.ts'

/** Pages of one record: those whose path has an id and nothing else. */
export type DetailRouteName = {
  [N in RouteName]: Target<N> extends { params: { id: string | number } } ? N : never
}[RouteName]

/** The sentences that name the noun: languages do not build them from a word. */
export type RecordText = 'list' | 'loading' | 'missingTitle' | 'toList' | 'failedTitle' | 'editKey'

/** What the shared parts of a noun's pages know of it; everything else is the noun's own code. */
export type RecordKit<R extends RecordRow> = {
  /** The wire's noun: what other features show of it is registered under this. */
  noun: string
  calls: Omit<RecordCalls<R>, 'create' | 'save' | 'bulk'>
  nameOf(record: R): string
  texts: Messages<Record<RecordText, string>>
  list: PlainRouteName
  /** The page of one; where absent the list shows one by its id in the query. */
  detail?: DetailRouteName
  /** Of nouns whose page begins with an overview. */
  overview?: OverviewCalls
  /** How often one that is open is asked for again, in milliseconds; never where absent. */
  askAgainMs?(record: R): number | false
}
