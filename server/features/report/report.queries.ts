import { type SqlBool, sql } from 'kysely'
import { Report, type ReportFilter, reportOwnFields } from '#contract/report.api.ts'
import { readable } from '#server/core/access.ts'
import { matchesKeyword } from '#server/core/keyword.ts'
import { isLinkedTo } from '#server/core/link.queries.ts'
import type { LinkTarget } from '#server/core/link.ts'
import { anyOf, columnsIn, type RecordTable } from '#server/core/table.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readsDrafts, reportPolicy } from './report.policy.ts'

const derivedFields = [
  'can',
  'acts',
  'ogs',
  'persons',
  'events',
  'named',
  'open_comments',
  'publishers',
  'body',
] as const
/** The columns of a row; links, names and acts are added for its reader. */
export type ReportRow = Omit<Report, (typeof derivedFields)[number] | 'author' | 'reviewer'> & {
  author: number | null
  reviewer: number | null
}
/** Columns that only acts on a report write. */
export type ReportValues = Partial<Omit<ReportRow, 'id' | 'rev' | 'created_at' | 'updated_at'>> & {
  published_by?: number | null
  published_title?: string
  published_summary?: string | null
  published_labels?: string[]
}
type ReportTable = RecordTable<ReportRow, ReportFilter>

function tableOf(name: 'report' | 'published_report'): ReportTable {
  const isPublished = name === 'published_report'
  const at = (column: string) => `${name}.${column}`
  const id = sql.ref(at('id'))
  const isAbout = (ctx: Ctx, target: LinkTarget, ids: readonly number[]) =>
    isLinkedTo(ctx, 'report', target, ids, {
      as: name,
      only: sql<SqlBool>`(link.kind = 'published') = ${sql.lit(isPublished)}`,
    })
  return {
    name,
    policy: reportPolicy,
    fields: reportOwnFields,
    columns: columnsIn('report', Report, derivedFields),
    title: 'title',
    sorts: {
      updated_at: [{ column: 'updated_at', type: 'timestamptz' }],
      created_at: [{ column: 'created_at', type: 'timestamptz' }],
      published_at: [{ column: 'published_place', type: 'timestamptz' }],
      number: [{ column: 'number', type: 'text' }],
      title: [{ column: 'title', type: 'text' }],
    },
    defaultSort: isPublished ? '-published_at' : '-updated_at',
    conditions: (ctx, filter) => [
      filter.keyword && matchesKeyword(name, filter.keyword),
      filter.id && sql<SqlBool>`${id} = any(${filter.id})`,
      filter.og && isAbout(ctx, entities.og, filter.og),
      filter.person && isAbout(ctx, entities.person, filter.person),
      filter.event && isAbout(ctx, entities.event, filter.event),
      filter.status && anyOf(at('status'), 'report_status', filter.status),
      filter.label && sql<SqlBool>`${sql.ref(at('labels'))} && ${filter.label}::text[]`,
      filter.owner && anyOf(at('owner'), 'bigint', filter.owner),
      filter.restricted !== undefined &&
        sql<SqlBool>`(${sql.ref(at('read_user'))} <> '{}' or ${sql.ref(at('write_user'))} <> '{}') = ${filter.restricted}`,
    ],
  }
}

/** Reports including drafts. */
export const reportTable = tableOf('report')
const publishedTable = tableOf('published_report')

/** Reports in the form that this reader may see. */
export function tableFor(ctx: Ctx): ReportTable {
  return readsDrafts(ctx) ? reportTable : publishedTable
}

/** The next number of the year; a second caller waits for the transaction that took the last one. */
export async function drawNumber(ctx: Ctx): Promise<string> {
  const year = ctx.now().getUTCFullYear()
  const { rows } = await sql<{ last: number }>`insert into report_number (year, last) values (${year}::int, 1)
    on conflict (year) do update set last = report_number.last + 1 returning last`.execute(ctx.db)
  return `${year}-${String(rows[0]?.last).padStart(4, '0')}`
}

/** Labels in use on reports of this reader, most used first. */
export async function countLabels(ctx: Ctx): Promise<{ value: string; count: number }[]> {
  const { name } = tableFor(ctx)
  const { rows } = await sql<{ value: string; count: number }>`
    select label as value, count(*)::int as count from ${sql.table(name)}, unnest(labels) as label
    where deleted_at is null and ${readable(reportPolicy, ctx, name)}
    group by label order by count(*) desc, label limit 100`.execute(ctx.db)
  return rows
}

/** Display names of users. */
export async function findMembers(ctx: Ctx, ids: readonly (number | null)[]) {
  const wanted = [...new Set(ids.filter(id => id !== null))]
  if (wanted.length === 0) return new Map<number, { id: number; name: string }>()
  const { rows } = await sql<{ id: number; name: string }>`
    select id, coalesce(nullif(name, ''), username) as name from "user" where id = any(${wanted}::bigint[])`.execute(
    ctx.db,
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** Number of unresolved comment threads, by report. */
export async function countOpenComments(ctx: Ctx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0 || !readsDrafts(ctx)) return new Map()
  const { rows } = await sql<{ report_id: number; count: number }>`
    select report_id, count(*)::int as count from report_comment
    where report_id = any(${ids}::bigint[]) and resolved_at is null and reply_to is null group by report_id`.execute(
    ctx.db,
  )
  return new Map(rows.map(row => [row.report_id, row.count]))
}
