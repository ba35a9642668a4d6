// Where each own text is stored, and who may read it.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type OwnTextKind, ownTextKinds } from '#contract/mention.api.ts'
import { readableLive } from '#server/core/access.ts'
import { eventPolicy } from '#server/features/event/event.policy.ts'
import { isNoteReadable } from '#server/features/event/event.service.ts'
import { isIssueReadable } from '#server/features/issue/issue.service.ts'
import { readsDrafts, reportPolicy } from '#server/features/report/report.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Source = {
  /** The tables that hold the text; the query joins them to `own_text`. */
  joins: (join: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The text in pieces, as `text[]`. */
  pieces: RawBuilder<string[]>
  /** Whether its record is not in the trash, and whether the reader may read it, too. */
  isLive: RawBuilder<SqlBool>
  isThere: (ctx: Ctx) => RawBuilder<SqlBool>
}

const ofComment = (text: RawBuilder<unknown>, ofRecord: RawBuilder<unknown>) =>
  sql<string[]>`array_remove(case when own_text.comment_id is null then ${ofRecord} else array[${text}] end, null)`

const sources: Record<OwnTextKind, Source> = {
  // The current version is a draft for readers of published reports; they may not list mentions. The plain text contains
  // neither the names of linked records nor quotations, which some readers of the report may not read.
  report: {
    joins: join => sql`${join} report on report.id = own_text.record_id
      left join report_version as version on version.report_id = report.id and version.number = report.version
        and own_text.comment_id is null
      left join report_comment as comment on comment.id = own_text.comment_id`,
    pieces: ofComment(sql`comment.content`, sql`array[version.title, version.summary, version.plain_text]`),
    isLive: sql<SqlBool>`report.deleted_at is null`,
    isThere: ctx => (readsDrafts(ctx) ? readableLive(reportPolicy, ctx, 'report') : sql<SqlBool>`false`),
  },
  event: {
    joins: join => sql`${join} event on event.id = own_text.record_id`,
    pieces: sql<string[]>`array_remove(array[event.title, event."desc"], null)`,
    isLive: sql<SqlBool>`event.deleted_at is null`,
    isThere: ctx => readableLive(eventPolicy, ctx, 'event'),
  },
  issue: {
    joins: join => sql`${join} issue on issue.id = own_text.record_id
      left join issue_comment as comment on comment.id = own_text.comment_id`,
    pieces: ofComment(sql`comment.text`, sql`array[issue.title, issue.content]`),
    isLive: sql<SqlBool>`issue.deleted_at is null`,
    isThere: ctx => sql<SqlBool>`issue.deleted_at is null and ${isIssueReadable(ctx)}`,
  },
  note: {
    joins: join => sql`${join} timeline_note on timeline_note.id = own_text.record_id`,
    pieces: sql<string[]>`array_remove(array[timeline_note.text], null)`,
    isLive: sql<SqlBool>`not exists (select from og where og.id = timeline_note.og_id and og.deleted_at is not null)
      and not exists (select from person where person.id = timeline_note.person_id and person.deleted_at is not null)`,
    isThere: isNoteReadable,
  },
}

/**
 * A `from` clause over `own_text` and the tables of its record, and the condition for rows of records that the reader
 * may read. `readable: false`: of all records that are not in the trash.
 */
export function ownTextsOf(ctx: Ctx, kind: OwnTextKind, { readable = true } = {}) {
  const { joins, isLive, isThere } = sources[kind]
  return {
    joins: joins(sql`join`),
    condition: sql<SqlBool>`own_text.kind = ${sql.lit(kind)} and ${readable ? isThere(ctx) : isLive}`,
  }
}

/** The texts of all rows of the relation `own_text`; a text whose record no longer exists is empty. */
export const piecesOf = (columns: RawBuilder<unknown>, ownText: RawBuilder<unknown>) =>
  sql.join(
    ownTextKinds.map(
      kind => sql`select ${columns}, ${sources[kind].pieces} as pieces
        from ${ownText} as own_text ${sources[kind].joins(sql`left join`)} where own_text.kind = ${sql.lit(kind)}`,
    ),
    sql` union all `,
  )

/** Whether the text exists and the reader may read it. */
export async function isOwnTextThere(ctx: Ctx, id: number): Promise<boolean> {
  const each = ownTextKinds.map(kind => {
    const { joins, condition } = ownTextsOf(ctx, kind)
    return sql`select 1 from own_text ${joins} where own_text.id = ${id}::bigint and ${condition}`
  })
  const { rows } = await sql`${sql.join(each, sql` union all `)}`.execute(ctx.db)
  return rows.length > 0
}

/** The texts in pieces, by id. The caller has checked that they may be read. */
export async function readOwnTexts(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; pieces: string[] }>`
    with wanted as (select * from own_text where id = any(${ids}::bigint[]))
    ${piecesOf(sql`own_text.id`, sql`wanted`)}`.execute(ctx.db)
  return new Map(rows.map(({ id, pieces }) => [id, pieces]))
}
