import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IssueItem, IssueQuery } from '#contract/issue.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { readerOf } from '#server/core/list.ts'
import { anyOf } from '#server/core/table.ts'
import { readTotal } from '#server/core/total.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readsAll } from './issue.policy.ts'

export type IssueRow = Pick<
  IssueItem,
  'id' | 'rev' | 'title' | 'kind' | 'priority' | 'status' | 'created_at' | 'updated_at' | 'comments' | 'attachments'
> & {
  content: string
  page_path: string | null
  page_title: string | null
  reporter: number | null
  reporter_name: string | null
  assignee: number | null
  assignee_name: string | null
}
export type IssueValues = Partial<
  Pick<IssueRow, 'title' | 'content' | 'kind' | 'priority' | 'status' | 'page_path' | 'page_title' | 'assignee'>
>

const nameOf = (alias: string) =>
  sql`coalesce(nullif(${sql.ref(`${alias}.name`)}, ''), ${sql.ref(`${alias}.username`)})`

const columns = sql`issue.id, issue.rev, issue.title, issue.content, issue.kind, issue.priority, issue.status,
  issue.page_path, issue.page_title, issue.reporter, ${nameOf('reporter')} as reporter_name,
  issue.assignee, ${nameOf('assignee')} as assignee_name, issue.created_at, issue.updated_at,
  (select count(*) from issue_comment where issue_comment.issue_id = issue.id) as comments,
  (select count(*) from attachment where attachment.noun = 'issue' and attachment.record_id = issue.id) as attachments`

const issueTables = sql`from issue left join "user" reporter on reporter.id = issue.reporter
  left join "user" assignee on assignee.id = issue.assignee`

/** The policy's `mayRead` as SQL over the table `issue`; every read of it uses this. */
export function isIssueReadable({ actor }: Pick<Ctx, 'actor'>): RawBuilder<SqlBool> {
  if (readsAll(actor)) return sql<SqlBool>`true`
  return sql<SqlBool>`(issue.reporter = ${actor.id}::bigint or issue.assignee = ${actor.id}::bigint)`
}

function conditions(ctx: Ctx, query: IssueQuery): RawBuilder<SqlBool> {
  const me = ctx.actor.id
  const { scope, keyword = '' } = query
  const words = keyword.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  const all = [
    query.trash
      ? sql<SqlBool>`issue.deleted_at is not null and ${ctx.actor.role === 'admin'}::boolean`
      : sql<SqlBool>`issue.deleted_at is null`,
    isIssueReadable(ctx),
    scope === 'own' && !query.trash && sql<SqlBool>`issue.reporter = ${me}::bigint`,
    scope === 'assigned' && sql<SqlBool>`issue.assignee = ${me}::bigint`,
    query.status && anyOf('issue.status', 'issue_status', query.status),
    query.kind && anyOf('issue.kind', 'issue_kind', query.kind),
    query.priority && anyOf('issue.priority', 'issue_priority', query.priority),
    query.assignee && anyOf('issue.assignee', 'bigint', query.assignee),
    query.reporter && anyOf('issue.reporter', 'bigint', query.reporter),
    query.unassigned !== undefined && sql<SqlBool>`(issue.assignee is null) = ${query.unassigned}`,
    ...words.map(hasWord),
  ].filter(condition => !!condition)
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

/** Whether the word is in the title or the text, or is the number of the issue. */
function hasWord(word: string): RawBuilder<SqlBool> {
  const number = /^#?(\d{1,15})$/.exec(word)?.[1]
  return sql<SqlBool>`(lower(normalize(issue.title || ' ' || issue.content, NFKC)) like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}
    ${number ? sql`or issue.id = ${number}::bigint` : sql``})`
}

const orders: Record<string, RawBuilder<unknown>> = {
  updated_at: sql`issue.updated_at`,
  created_at: sql`issue.created_at`,
  priority: sql`issue.priority`,
}

export async function findIssues(ctx: Ctx, query: IssueQuery): Promise<ListPage<IssueRow>> {
  const { current, pageSize, sort = '-updated_at' } = query
  const where = conditions(ctx, query)
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const { rows } = await sql<IssueRow>`select ${columns} ${issueTables} where ${where}
    order by ${orders[sort.replace('-', '')]} ${direction}, issue.updated_at desc, issue.id desc
    limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(ctx.db)
  const key = JSON.stringify(['issue', readerOf(ctx), ctx.actor.id, query])
  const total = await readTotal(ctx, { key, rows: sql`select 1 from issue where ${where}` })
  return { items: rows, ...total, current, pageSize }
}

/** A live issue that the actor may read, or one in the trash; locked if it is about to be written. */
export async function findIssue(
  ctx: Ctx,
  id: number,
  options: { lock?: boolean; trash?: boolean } = {},
): Promise<IssueRow | undefined> {
  const { rows } = await sql<IssueRow>`select ${columns} ${issueTables}
    where issue.id = ${id}::bigint and ${isIssueReadable(ctx)}
      and issue.deleted_at ${options.trash ? sql`is not null` : sql`is null`}
    ${options.lock ? sql`for no key update of issue` : sql``}`.execute(ctx.db)
  return rows[0]
}

/** Titles of these issues, as far as the actor may read them. */
export async function findIssueRefs(ctx: Ctx, ids: readonly number[]): Promise<{ id: number; title: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; title: string }>`select issue.id, issue.title from issue
    where issue.id = any(${ids}::bigint[]) and issue.deleted_at is null and ${isIssueReadable(ctx)}`.execute(ctx.db)
  return rows
}

export async function insertIssue(ctx: Ctx, values: IssueValues & Pick<IssueRow, 'title' | 'kind'>): Promise<number> {
  const at = ctx.now().toISOString()
  const { id } = await ctx.db
    .insertInto('issue')
    .values({ ...values, reporter: ctx.actor.id, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function patchIssue(ctx: Ctx, issue: IssueRow, values: IssueValues): Promise<void> {
  await ctx.db
    .updateTable('issue')
    .set({ ...values, rev: issue.rev + 1, updated_at: ctx.now().toISOString() })
    .where('id', '=', issue.id)
    .execute()
}

export async function markDeleted(ctx: Ctx, issue: IssueRow, isDeleted: boolean): Promise<void> {
  const at = ctx.now().toISOString()
  await ctx.db
    .updateTable('issue')
    .set({ deleted_at: isDeleted ? at : null, rev: issue.rev + 1, updated_at: at })
    .where('id', '=', issue.id)
    .execute()
}

/** A comment updates the time of its issue, but is not a change of its content. */
export async function touchIssue(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.updateTable('issue').set({ updated_at: ctx.now().toISOString() }).where('id', '=', id).execute()
}

export async function removeIssuesBefore(ctx: Ctx, before: Date): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('issue')
    .where('deleted_at', '<', before.toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}
