import { sql } from 'kysely'
import { reviewThreshold } from '#contract/diff.api.ts'
import type { NameVerdict } from '#contract/mention.api.ts'
import type { DomainEventKind } from '#contract/notification.api.ts'
import type { DomainEvent } from '#server/core/events.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Whether a user has given this verdict on the name on this page. */
const hasVerdictOnPage = (
  verdict: NameVerdict,
) => sql`exists (select from mention_decision as said where said.noun = mention.noun
  and said.record_id = mention.record_id and said.og_id = mention.og_id and said.page_id = mention.page_id
  and said.verdict = ${verdict})`

/** The versions of one round, or some that were fetched alone. */
export type VersionSelection = { round: number } | { versions: readonly number[] }

type Row = {
  kind: DomainEventKind
  noun: string
  record_id: number
  count: number
  target: string
  page: number
  version: number | null
  diff: number | null
}

/** Conditions for the differences and the versions of a selection. */
export function conditionsOf(came: VersionSelection) {
  return 'round' in came
    ? { ofDiff: sql`diff.round = ${came.round}::int`, ofVersion: sql`page_version.round = ${came.round}::int` }
    : {
        ofDiff: sql`diff.to_version = any(${came.versions}::bigint[])`,
        ofVersion: sql`page_version.id = any(${came.versions}::bigint[])`,
      }
}

/**
 * Changes of a followed site that are worth a notification: differences with a high score, for the organisation and for
 * single pages; organisations and persons that are newly mentioned or are on a changed page; sensitive words. One row
 * each, with the highest difference; records without followers are not searched for.
 */
export async function findChangesToPublish(ctx: Ctx, ogId: number, came: VersionSelection): Promise<DomainEvent[]> {
  const og = sql`${ogId}::bigint`
  const { ofDiff, ofVersion } = conditionsOf(came)
  const { rows } = await sql<Row>`
    with worth as materialized (
      select diff.id, diff.page_id, diff.score, coalesce(diff.cluster, diff.id::text) as edit, diff.to_version,
        coalesce(diff.to_version, diff.from_version) as version
      from diff where diff.og_id = ${og} and ${ofDiff} and diff.status = 'unread' and diff.score >= ${reviewThreshold}::int
    ), topic as materialized (select distinct noun, record_id from follow),
    found as (
      select 'changed_page' as kind, topic.noun, topic.record_id, worth.edit, worth.score, 'diff' as target, worth.page_id,
        worth.version, worth.id as diff
      from worth join topic on topic.noun = 'og' and topic.record_id = ${og}
      union all
      select 'changed_page', topic.noun, topic.record_id, worth.edit, worth.score, 'page', worth.page_id, worth.version, worth.id
      from worth join topic on topic.noun = 'page' and topic.record_id = worth.page_id
      union all
      select case when not mention.is_new then 'changed_page' when mention.certainty = 'possible' and not ${hasVerdictOnPage('confirmed')}
          then 'maybe_mentioned' else 'mentioned' end, topic.noun, topic.record_id,
        mention.page_id::text, worth.score, 'page', mention.page_id, mention.version_id, worth.id
      from page_version join mention on mention.og_id = page_version.og_id and mention.page_id = page_version.page_id
          and mention.version_id = page_version.id
        join topic on topic.noun = mention.noun and topic.record_id = mention.record_id
        left join worth on worth.to_version = mention.version_id
      where page_version.og_id = ${og} and ${ofVersion} and page_version.is_good and (mention.is_new or worth.id is not null)
        -- An organisation's own site names it everywhere.
        and not (mention.noun = 'og' and mention.record_id = ${og}) and not ${hasVerdictOnPage('rejected')}
        -- A changed page with only a possible mention is no event for the record; neither is a common name alone.
        and (mention.certainty <> 'possible' or ${hasVerdictOnPage('confirmed')}
          or mention.is_new and coalesce(mention.evidence ->> 'isCommon', 'false') = 'false')
      union all
      select 'hit', 'word', word_hit.word_id, word_hit.page_id::text, worth.score, 'page', word_hit.page_id, word_hit.version_id, worth.id
      from page_version join word_hit on word_hit.og_id = page_version.og_id and word_hit.page_id = page_version.page_id
          and word_hit.version_id = page_version.id and word_hit.new_count > 0
        join word on word.id = word_hit.word_id
        left join worth on worth.to_version = word_hit.version_id
      where page_version.og_id = ${og} and ${ofVersion} and page_version.is_good and exists (select from topic
        where (topic.noun = 'word' and topic.record_id = word.id) or (topic.noun = 'word_level' and topic.record_id = word.level))
    )
    select distinct on (kind, noun, record_id) kind, noun, record_id, target, page_id as page, version, diff,
      (select count(distinct edit)::int from found as same
        where same.kind = found.kind and same.noun = found.noun and same.record_id = found.record_id) as count
    from found order by kind, noun, record_id, score desc nulls last, diff desc nulls last, page_id`.execute(ctx.db)
  return rows.map(({ kind, noun, record_id, count, target, page, version, diff }) => ({
    kind,
    noun,
    recordId: record_id,
    detail: {
      count,
      target: {
        noun: target,
        id: target === 'diff' ? diff : page,
        page,
        place: ogId,
        ...(version !== null && { version }),
        ...(diff !== null && { diff }),
      },
    },
  }))
}
