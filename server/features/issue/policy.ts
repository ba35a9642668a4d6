import { type IssueStatus, issueStatuses } from '#contract/issue.ts'
import { supers } from '#contract/role.ts'
import type { Actor } from '#server/platform/ctx.ts'

type Facts = { reporter: number | null; assignee: number | null; status: IssueStatus }

const isUser = (actor: Actor, id: number | null) => actor.id !== null && actor.id === id
const isAdmin = (actor: Actor) => actor.role === 'admin'
export const readsAll = (actor: Actor) => supers.includes(actor.role)

/** Feedback is read by who wrote it, who is to solve it, administrators and super editors. */
export function mayRead(actor: Actor, issue: Facts): boolean {
  return readsAll(actor) || isUser(actor, issue.reporter) || isUser(actor, issue.assignee)
}

/** Its own words: title, text, kind, priority, page. */
export function mayEdit(actor: Actor, issue: Facts): boolean {
  return isAdmin(actor) || isUser(actor, issue.reporter)
}

/** Comments, and files with them. */
export function mayComment(actor: Actor, issue: Facts): boolean {
  return mayEdit(actor, issue) || isUser(actor, issue.assignee)
}

export const mayAssign = isAdmin
export const mayDelete = isAdmin

/** Where the actor may move it: administrators anywhere, the assignee while it is not closed, its author to an end and back. */
export function statusesFor(actor: Actor, issue: Facts): IssueStatus[] {
  const { status } = issue
  const may = new Set<IssueStatus>()
  if (isAdmin(actor)) for (const each of issueStatuses) may.add(each)
  if (isUser(actor, issue.assignee) && status !== 'closed')
    for (const each of ['open', 'processing', 'resolved'] as const) may.add(each)
  if (isUser(actor, issue.reporter)) {
    may.add('closed')
    if (status === 'resolved' || status === 'closed') may.add('open')
  }
  may.delete(status)
  return issueStatuses.filter(each => may.has(each))
}
