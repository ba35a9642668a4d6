import { sql } from 'kysely'
import { reviewThreshold } from '#contract/diff.api.ts'
import { isCitedByFact } from '#server/core/cited.queries.ts'

/**
 * Whether a row of `page_version` must be retained: an event, a report or a fact cites it, or it is one side of a
 * difference that is cited, waits for a user, is important, or has a note without a decision. Differences with a low
 * score retain nothing: no one may ever look at them, and otherwise every state of a page with a counter would be
 * retained.
 */
export const isVersionRetained = sql<boolean>`(
  exists (select from event where event.page_version = page_version.id)
  or exists (select from report_evidence as cited
    where cited.noun = 'page_version' and cited.record_id = page_version.id)
  or ${isCitedByFact('page_version')}
  or exists (select from diff where diff.og_id = page_version.og_id and diff.page_id = page_version.page_id
    and page_version.id in (diff.from_version, diff.to_version)
    and (diff.status = 'important' or diff.status = 'unread'
        and (diff.score >= ${reviewThreshold}::int or diff.note is not null or diff.note_reasons <> '{}')
      or exists (select from event where event.diff_id = diff.id)
      or ${isCitedByFact('diff')}
      or exists (select from report_evidence as cited where cited.noun = 'diff' and cited.record_id = diff.id))))`
