import {
  createIssue,
  createIssueComment,
  deleteIssue,
  getIssue,
  type Issue,
  type IssuePatch,
  listIssues,
  listIssueThread,
  type NewIssue,
  restoreIssue,
  updateIssue,
  updateIssueComment,
} from '#contract/issue.api.ts'
import { ApiError, type CallInput, call } from '#web/platform/api.ts'
import { translate } from '#web/platform/i18n.ts'
import { endpointQuery, queryClient, refresh, setFailureHandler, showError } from '#web/platform/query.ts'
import { issueMessages } from './messages.ts'

export type ListQuery = NonNullable<CallInput<typeof listIssues>['query']>

export function issuesOptions(query: ListQuery) {
  return { ...endpointQuery(listIssues, { query }) }
}

export function issueOptions(id: number) {
  return { ...endpointQuery(getIssue, { params: { id } }) }
}

export function threadOptions(id: number) {
  return { ...endpointQuery(listIssueThread, { params: { id } }) }
}

const refreshIssues = () => refresh('issue')

/** Shows the reply of a write at once and reads everything else again. */
async function showSaved(issue: Issue): Promise<Issue> {
  queryClient.setQueryData(endpointQuery(getIssue, { params: { id: issue.id } }).queryKey, issue)
  await refreshIssues()
  return issue
}

export const saveNewIssue = (body: NewIssue) => call(createIssue, { body }).then(showSaved)

export function saveIssue(id: number, body: IssuePatch): Promise<Issue> {
  return call(updateIssue, { params: { id }, body }).then(showSaved)
}

/** Changes one field with one click. A conflicting change by another user is reported, and the record is read again. */
export async function setIssue(issue: { id: number; rev: number }, patch: IssuePatch): Promise<Issue | undefined> {
  try {
    return await saveIssue(issue.id, { ...patch, rev: issue.rev })
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) setFailureHandler(error, translate(issueMessages)('stale'))
    else showError(error)
    await refreshIssues()
    return undefined
  }
}

export async function sendComment(id: number, text: string): Promise<void> {
  await call(createIssueComment, { params: { id }, body: { text } })
  await refreshIssues()
}

export async function saveComment(id: number, comment: { id: number; rev: number }, text: string): Promise<void> {
  const params = { id, comment_id: comment.id }
  await call(updateIssueComment, { params, body: { text, rev: comment.rev } })
  await refreshIssues()
}

export async function removeIssue(id: number): Promise<void> {
  await call(deleteIssue, { params: { id } })
  queryClient.removeQueries({ queryKey: endpointQuery(getIssue, { params: { id } }).queryKey })
  await refreshIssues()
}

export const bringIssueBack = (id: number) => call(restoreIssue, { params: { id } }).then(showSaved)
