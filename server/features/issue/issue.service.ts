import type { Issue, IssueItem, IssuePatch, IssueQuery, NewIssue } from '#contract/issue.api.ts'
import { cutText } from '#contract/text.ts'
import type { ListPage } from '#contract/wire.ts'
import { type DomainEvent, publish } from '#server/core/events.ts'
import { changesOf, type FieldChange, writeHistory } from '#server/core/history.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { findAdmins, isActiveUser } from './comment.queries.ts'
import { mayAssign, mayComment, mayDelete, mayEdit, statusesFor } from './issue.policy.ts'
import {
  findIssue,
  findIssueRefs,
  findIssues,
  type IssueRow,
  type IssueValues,
  insertIssue,
  isIssueReadable,
  markDeleted,
  patchIssue,
} from './issue.queries.ts'

const excerptLength = 200

function itemOf({ actor }: Ctx, row: IssueRow): IssueItem {
  const { content, page_path: _path, page_title: _title, reporter_name, assignee_name, ...rest } = row
  return {
    ...rest,
    owner: row.reporter,
    excerpt: cutText(content, excerptLength),
    reporter: memberOf(row.reporter, reporter_name),
    assignee: memberOf(row.assignee, assignee_name),
    next: statusesFor(actor, row),
    acts: [...(mayComment(actor, row) ? ['comment' as const] : []), ...(mayAssign(actor) ? ['assign' as const] : [])],
    can: [
      ...(mayEdit(actor, row) ? ['update' as const] : []),
      ...(mayDelete(actor) ? ['delete' as const, 'restore' as const] : []),
    ],
  }
}

function memberOf(id: number | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' }
}

function fullOf(ctx: Ctx, row: IssueRow): Issue {
  const page = row.page_path === null ? null : { path: row.page_path, title: row.page_title ?? '' }
  return { ...itemOf(ctx, row), content: row.content, page }
}

async function findOrFail(ctx: Ctx, id: number, options: Parameters<typeof findIssue>[2] = {}): Promise<IssueRow> {
  const row = await findIssue(ctx, id, options)
  if (!row) throw new AppError('not_found')
  return row
}

export async function listIssues(ctx: Ctx, query: IssueQuery): Promise<ListPage<IssueItem>> {
  const page = await findIssues(ctx, query)
  return { ...page, items: page.items.map(row => itemOf(ctx, row)) }
}

export async function getIssue(ctx: Ctx, id: number): Promise<Issue> {
  return fullOf(ctx, await findOrFail(ctx, id))
}

/** Dots in the path are resolved, so that the stored path is the page that it leads to. */
function pageColumns(page: NewIssue['page']): Pick<IssueValues, 'page_path' | 'page_title'> {
  if (page === undefined) return {}
  if (page === null) return { page_path: null, page_title: null }
  const url = new URL(page.path, 'http://own.invalid')
  const path = url.pathname + url.search
  if (url.host !== 'own.invalid' || path.startsWith('//')) throw fieldError('page.path', 'own_path')
  return { page_path: path, page_title: page.title }
}

const fields = ['title', 'content', 'kind', 'priority', 'status', 'assignee', 'page'] as const

/** The two columns of a page are one field for users. */
function issueChanges(before: Partial<IssueValues>, after: Partial<IssueValues>): FieldChange[] {
  return changesOf<string>(fields, { ...before, page: before.page_path }, { ...after, page: after.page_path })
}

export function createIssue(ctx: Ctx, { page, ...input }: NewIssue): Promise<Issue> {
  return inTransaction(ctx, async ctx => {
    const id = await insertIssue(ctx, { ...input, ...pageColumns(page) })
    const row = await findOrFail(ctx, id)
    await writeHistory(ctx, 'issue', 'create', [{ id, rev: row.rev, changes: issueChanges({}, row) }])
    await publish(ctx, [{ kind: 'issue_created', noun: 'issue', recordId: id, users: await findAdmins(ctx) }])
    return fullOf(ctx, row)
  })
}

export function updateIssue(ctx: Ctx, id: number, { rev, page, ...patch }: IssuePatch): Promise<Issue> {
  return inTransaction(ctx, async ctx => {
    const row = await findOrFail(ctx, id, { lock: true })
    if (rev !== undefined && rev !== row.rev) throw new AppError('stale', {}, { data: fullOf(ctx, row) })
    const values = { ...patch, ...pageColumns(page) }
    const changes = issueChanges(row, { ...row, ...values })
    // The title of the page may change alone.
    const isSame = changes.length === 0 && (values.page_title ?? row.page_title) === row.page_title
    if (isSame) return fullOf(ctx, row)
    await checkChanges(ctx, row, values, changes)
    await patchIssue(ctx, row, values)
    await writeHistory(ctx, 'issue', 'update', [{ id, rev: row.rev + 1, changes }])
    await publish(ctx, eventsOf(row, values, changes))
    return fullOf(ctx, await findOrFail(ctx, id))
  })
}

async function checkChanges(ctx: Ctx, row: IssueRow, values: IssueValues, changes: FieldChange[]): Promise<void> {
  const { actor } = ctx
  const named = new Set(changes.map(change => change.field))
  const managed = ['status', 'assignee']
  if ((changes.length === 0 || [...named].some(field => !managed.includes(field))) && !mayEdit(actor, row))
    throw new AppError('forbidden')
  if (named.has('assignee')) {
    if (!mayAssign(actor)) throw new AppError('forbidden')
    const { assignee = null } = values
    if (assignee !== null && !(await isActiveUser(ctx, assignee))) throw fieldError('assignee', 'no_such_user')
  }
  if (named.has('status')) {
    const next = statusesFor(actor, row)
    if (next.length === 0) throw new AppError('forbidden')
    if (values.status && !next.includes(values.status)) throw new AppError('wrong_state')
  }
}

function eventsOf(row: IssueRow, values: IssueValues, changes: FieldChange[]): DomainEvent[] {
  const of = { noun: 'issue', recordId: row.id }
  return changes.flatMap(({ field, from, to }): DomainEvent[] => {
    if (field === 'assignee' && values.assignee) return [{ ...of, kind: 'assigned', users: [values.assignee] }]
    if (field === 'status') {
      const users = [row.reporter, row.assignee].filter(user => user !== null)
      return [{ ...of, kind: 'status_changed', users, detail: { from, to } }]
    }
    return []
  })
}

export function deleteIssue(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    await move(ctx, id, true)
    return null
  })
}

export function restoreIssue(ctx: Ctx, id: number): Promise<Issue> {
  return inTransaction(ctx, async ctx => {
    await move(ctx, id, false)
    return fullOf(ctx, await findOrFail(ctx, id))
  })
}

async function move(ctx: Ctx, id: number, isDeleted: boolean): Promise<void> {
  const row = await findOrFail(ctx, id, { lock: true, trash: !isDeleted })
  if (!mayDelete(ctx.actor)) throw new AppError('forbidden')
  await markDeleted(ctx, row, isDeleted)
  await writeHistory(ctx, 'issue', isDeleted ? 'delete' : 'restore', [{ id, rev: row.rev + 1, changes: [] }])
}

/** The functions that allow files on an issue: users who may comment may attach files. */
export const issueHolder = {
  mayRead: async (ctx: Ctx, id: number) => (await findIssue(ctx, id)) !== undefined,
  mayWrite: async (ctx: Ctx, id: number) => {
    const row = await findIssue(ctx, id)
    return row !== undefined && mayComment(ctx.actor, row)
  },
}

/** Used by other features: titles of these issues, as far as the actor may read them. */
export { findIssueRefs, isIssueReadable }
