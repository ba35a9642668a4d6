import * as contract from '#contract/issue.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { createComment, listThread, updateComment } from './comment.ts'
import * as door from './issue.service.ts'

export function issueRoutes(bind: Bind): void {
  bind(contract.listIssues, (ctx, { query }) => door.listIssues(ctx, query))
  bind(contract.createIssue, (ctx, { body }) => door.createIssue(ctx, body))
  bind(contract.getIssue, (ctx, { params }) => door.getIssue(ctx, params.id))
  bind(contract.updateIssue, (ctx, { params, body }) => door.updateIssue(ctx, params.id, body))
  bind(contract.deleteIssue, (ctx, { params }) => door.deleteIssue(ctx, params.id))
  bind(contract.restoreIssue, (ctx, { params }) => door.restoreIssue(ctx, params.id))
  bind(contract.listIssueThread, (ctx, { params }) => listThread(ctx, params.id))
  bind(contract.createIssueComment, (ctx, { params, body }) => createComment(ctx, params.id, body.text))
  bind(contract.updateIssueComment, (ctx, { params, body }) => updateComment(ctx, params, body))
}
