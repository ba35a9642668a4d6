import { type IssueStatus, issueStatuses } from '#contract/issue.api.ts'
import { supers } from '#contract/role.ts'
import type { Actor } from '#server/platform/ctx.ts'

type Facts = { reporter: number | null; assignee: number | null; status: IssueStatus }

const isUser = (actor: Actor, id: number | null) => actor.id !== null && actor.id === id
const isAdmin = (actor: Actor) => actor.role === 'admin'
export const readsAll = (actor: Actor) => supers.includes(actor.role)

/** Whether the actor may change title, text, kind, priority and page. */
export function mayEdit(actor: Actor, issue: Facts): boolean {
  return isAdmin(actor) || isUser(actor, issue.reporter)
}

/** Whether the actor may comment and attach files. */
export function mayComment(actor: Actor, issue: Facts): boolean {
  return mayEdit(actor, issue) || isUser(actor, issue.assignee)
}

export const mayAssign = isAdmin
export const mayDelete = isAdmin

/**
 * The statuses that the actor may set: administrators any, the assignee any while it is not closed, the author an end
 * state and back.
 */
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
