import * as contract from '#contract/issue.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { createComment, listThread, updateComment } from './comment.ts'
import * as service from './issue.service.ts'

export function issueRoutes(bind: Bind): void {
  bind(contract.listIssues, (ctx, { query }) => service.listIssues(ctx, query))
  bind(contract.createIssue, (ctx, { body }) => service.createIssue(ctx, body))
  bind(contract.getIssue, (ctx, { params }) => service.getIssue(ctx, params.id))
  bind(contract.updateIssue, (ctx, { params, body }) => service.updateIssue(ctx, params.id, body))
  bind(contract.deleteIssue, (ctx, { params }) => service.deleteIssue(ctx, params.id))
  bind(contract.restoreIssue, (ctx, { params }) => service.restoreIssue(ctx, params.id))
  bind(contract.listIssueThread, (ctx, { params }) => listThread(ctx, params.id))
  bind(contract.createIssueComment, (ctx, { params, body }) => createComment(ctx, params.id, body.text))
  bind(contract.updateIssueComment, (ctx, { params, body }) => updateComment(ctx, params, body))
}
