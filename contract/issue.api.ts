import * as z from 'zod/mini'
import { type BilingualText, bilingual } from './bilingual.ts'
import { endpoint } from './endpoint.ts'
import { admins, everyRole } from './role.ts'
import {
  Id,
  IdParams,
  Instant,
  listQuery,
  matches,
  Nothing,
  PathId,
  pageOf,
  QueryBool,
  Ref,
  Repeated,
  Required,
  Rev,
  recordFields,
  Text,
} from './wire.ts'

export const issueKinds = ['bug', 'wish', 'data'] as const
export type IssueKind = (typeof issueKinds)[number]
/** Most urgent first. */
export const issuePriorities = ['urgent', 'high', 'normal', 'low'] as const
export type IssuePriority = (typeof issuePriorities)[number]
/** In the order of an issue's life; `resolved` and `closed` issues can be reopened. */
export const issueStatuses = ['open', 'processing', 'resolved', 'closed'] as const
export type IssueStatus = (typeof issueStatuses)[number]
export const issueStatusLabels = {
  open: bilingual('待处理', 'Open'),
  processing: bilingual('处理中', 'In progress'),
  resolved: bilingual('已解决', 'Resolved'),
  closed: bilingual('已关闭', 'Closed'),
} as const satisfies Record<IssueStatus, BilingualText>

/** A path within the console, never an address of another site. */
const OwnPath = z.string().check(z.trim(), z.maxLength(500), matches(/^\/(?![/\\])[^\\\p{C}]*$/u, 'own_path'))
const WrittenOn = z.strictObject({ path: OwnPath, title: Text(200) })

const issueWriteFields = {
  title: Required(200),
  content: Text(20_000),
  kind: z.enum(issueKinds),
  priority: z.enum(issuePriorities),
  /** The page of the console on which it was written. */
  page: z.nullable(WrittenOn),
}

const Member = z.nullable(Ref)

const listFields = {
  ...recordFields,
  title: z.string(),
  /** The beginning of its text. */
  excerpt: z.string(),
  kind: z.enum(issueKinds),
  priority: z.enum(issuePriorities),
  status: z.enum(issueStatuses),
  /** Null if the user no longer exists. */
  reporter: Member,
  assignee: Member,
  comments: z.int(),
  attachments: z.int(),
  /** Statuses that this reader may set. */
  next: z.array(z.enum(issueStatuses)),
  /** Further acts that this reader may do; `comment` includes attaching files. */
  acts: z.array(z.enum(['comment', 'assign'])),
}
export const IssueItem = z.strictObject(listFields)
export type IssueItem = z.output<typeof IssueItem>
export const Issue = z.strictObject({
  ...listFields,
  content: z.string(),
  page: z.nullable(z.strictObject({ path: z.string(), title: z.string() })),
})
export type Issue = z.output<typeof Issue>

export const NewIssue = z.extend(z.partial(z.strictObject(issueWriteFields)), {
  title: issueWriteFields.title,
  kind: issueWriteFields.kind,
})
export type NewIssue = z.output<typeof NewIssue>
export const IssuePatch = z.extend(z.partial(z.strictObject(issueWriteFields)), {
  status: z.optional(z.enum(issueStatuses)),
  assignee: z.optional(z.nullable(Id)),
  rev: Rev,
})
export type IssuePatch = z.output<typeof IssuePatch>

export const issueSortable = ['updated_at', 'created_at', 'priority'] as const

export const IssueQuery = z.strictObject({
  ...listQuery(issueSortable),
  /** `own`: written by the caller; `assigned`: assigned to the caller; `all`: every issue that the caller may read. */
  scope: z._default(z.enum(['own', 'assigned', 'all']), 'own'),
  status: z.optional(Repeated(z.enum(issueStatuses))),
  kind: z.optional(Repeated(z.enum(issueKinds))),
  priority: z.optional(Repeated(z.enum(issuePriorities))),
  assignee: z.optional(Repeated(PathId)),
  reporter: z.optional(Repeated(PathId)),
  unassigned: z.optional(QueryBool),
  /** Issues in the trash; administrators only, empty for others. */
  trash: z.optional(QueryBool),
})
export type IssueQuery = z.output<typeof IssueQuery>

export const listIssues = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/issue',
  roles: everyRole,
  summary: 'Feedback: one’s own, assigned to oneself, or all that the requester may read',
  query: IssueQuery,
  reply: pageOf(IssueItem),
  errors: ['invalid'],
})

export const getIssue = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/issue/{id}',
  roles: everyRole,
  summary: 'One piece of feedback',
  params: IdParams,
  reply: Issue,
  errors: ['not_found'],
})

export const createIssue = endpoint({
  method: 'POST',
  path: '/v1/issue',
  roles: everyRole,
  bound: 'issue',
  summary: 'Create feedback; files are attached afterwards',
  body: NewIssue,
  reply: Issue,
  errors: ['invalid'],
})

export const updateIssue = endpoint({
  method: 'PUT',
  path: '/v1/issue/{id}',
  roles: everyRole,
  bound: 'write',
  summary:
    'Change feedback: its text by its author, its status and assignee by administrators; the author closes and reopens',
  params: IdParams,
  body: IssuePatch,
  reply: Issue,
  errors: ['invalid', 'not_found', 'forbidden', 'stale', 'wrong_state'],
})

export const deleteIssue = endpoint({
  method: 'DELETE',
  path: '/v1/issue/{id}',
  roles: admins,
  bound: 'write',
  summary: 'Move feedback to the trash',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

export const restoreIssue = endpoint({
  method: 'POST',
  path: '/v1/issue/{id}/restore',
  roles: admins,
  bound: 'write',
  summary: 'Restore feedback from the trash (30 days)',
  params: IdParams,
  reply: Issue,
  errors: ['not_found'],
})

/** The name stays if the user no longer exists. */
const Author = z.strictObject({ id: z.nullable(Id), name: z.string() })

const Comment = z.strictObject({
  type: z.literal('comment'),
  id: Id,
  rev: z.int(),
  at: Instant,
  author: Author,
  text: z.string(),
  /** Null if it was never edited. */
  edited_at: z.nullable(Instant),
  can: z.array(z.enum(['update'])),
})
export type IssueComment = z.output<typeof Comment>

const Change = z.strictObject({
  type: z.literal('change'),
  id: Id,
  at: Instant,
  author: Author,
  field: z.enum(['status', 'assignee', 'priority', 'kind', 'title', 'content', 'page']),
  /** Values of the field, users by name; for longer texts only the fact that they changed. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
})
export const ThreadEntry = z.union([Comment, Change])
export type ThreadEntry = z.output<typeof ThreadEntry>

export const listIssueThread = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/issue/{id}/thread',
  roles: everyRole,
  summary: 'Comments and changes, oldest first; of very long threads the latest 1,000 of each',
  params: IdParams,
  reply: z.strictObject({ items: z.array(ThreadEntry) }),
  errors: ['not_found'],
})

export const createIssueComment = endpoint({
  method: 'POST',
  path: '/v1/issue/{id}/comment',
  roles: everyRole,
  bound: 'comment',
  summary: 'Add a comment; allowed for the author of the feedback, its assignee and administrators',
  params: IdParams,
  body: z.strictObject({ text: Required(10_000) }),
  reply: Comment,
  errors: ['invalid', 'not_found', 'forbidden'],
})

export const updateIssueComment = endpoint({
  method: 'PUT',
  path: '/v1/issue/{id}/comment/{comment_id}',
  roles: everyRole,
  bound: 'write',
  summary: 'Change one’s own comment',
  params: z.strictObject({ id: PathId, comment_id: PathId }),
  body: z.strictObject({ text: Required(10_000), rev: Rev }),
  reply: Comment,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})
