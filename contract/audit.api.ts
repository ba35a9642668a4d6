import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { historyActs } from './history.ts'
import { recordEntities } from './registry.ts'
import { admins } from './role.ts'
import { Id, IdParams, Instant, listQuery, Nothing, PartialDate, PathId, pageOf, Repeated, Text } from './wire.ts'

/** Acts in the audit log: changes of records, and acts that changed nothing. The audit page has a word for each. */
export const auditActs = [
  ...historyActs,
  ...([
    'read',
    'export',
    'download',
    'attach',
    'detach',
    'decide_mention',
    'send',
    'undo_import',
    'decide_duplicates',
  ] as const),
  ...([
    'login',
    'login_failed',
    'login_limited',
    'confirm',
    'logout',
    'reset_password',
    'end_sessions',
    'end_access',
    'end_feed',
    'create_token',
    'end_token',
    'create_scim',
    'end_scim',
    'add_identity',
    'end_identity',
    'keep_groups',
    'add_factor',
    'end_factor',
    'create_webhook',
    'change_webhook',
    'stop_webhook',
    'delete_webhook',
    'use_tool',
    'use_model',
    'set_model',
    'create_mailbox',
    'change_mailbox',
    'delete_mailbox',
    'take_mail',
    'receive_mail',
  ] as const),
  ...([
    'verify',
    'backup',
    'start_erasure',
    'erase',
    'set_retention',
    'retention',
    'set_system',
    'set_template',
    'retry',
    'drop',
    'load_list',
    'load_archive',
    'clip_page',
    'cancel_archive',
    'decide_screening',
    'set_screening',
    'screen_file',
    'certify',
  ] as const),
] as const
export type AuditAct = (typeof auditActs)[number]

/** Entities that an audited act can refer to. */
export const auditEntities = [
  ...recordEntities,
  ...([
    'og_cate',
    'custom_field',
    'user',
    'word',
    'page',
    'page_version',
    'issue',
    'event_feed',
    'attachment',
    'interchange',
    'import',
    'list',
    'screening_file',
    'certificate',
    'reconcile_address',
    'webhook',
    'mailbox',
    'feed',
    'assistant',
    'model',
  ] as const),
  ...(['notification', 'audit', 'system', 'set_aside', 'backup'] as const),
] as const
export type AuditEntity = (typeof auditEntities)[number]

/**
 * One act of a user: an act that changed nothing (a read, an export, a download, a sign-in) or a change of a record,
 * field by field. Entries are never changed. Only an erasure empties their content, and a separate entry records it.
 */
export const AuditEntry = z.strictObject({
  id: Id,
  at: Instant,
  /** Null if the system acted or no user was signed in. */
  user_id: z.nullable(Id),
  /** The username at that time. */
  username: z.string(),
  /** One of `auditActs`; old entries may hold others. */
  act: z.string(),
  noun: z.string(),
  record_id: z.nullable(Id),
  /** The current title of the record; null if it no longer exists or has no title. */
  title: z.nullable(z.string()),
  /** The reason, for acts that require one. */
  reason: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
  changes: z.array(z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  rev: z.nullable(z.int()),
  req_id: z.string(),
  address: z.string(),
  /** Whether the hash chain already covers the entry. */
  is_sealed: z.boolean(),
  /** Whether an erasure removed its content. */
  is_erased: z.boolean(),
})
export type AuditEntry = z.output<typeof AuditEntry>

/**
 * Maximum number of entries searched for a keyword, for changes and for reads: the newest entries that match the other
 * filters.
 */
export const keywordReach = 100_000

const word = Text(60)
export const AuditFilter = z.strictObject({
  /** A complete user name, request id or address, or words of the reason, of changed values and of query parameters. */
  keyword: z.optional(Text(200)),
  user_id: z.optional(Repeated(PathId)),
  act: z.optional(Repeated(word)),
  noun: z.optional(Repeated(word)),
  record_id: z.optional(Repeated(PathId)),
  /** Days, months or years, both inclusive, in UTC. */
  from: z.optional(PartialDate),
  to: z.optional(PartialDate),
  address: z.optional(Repeated(word)),
  req_id: z.optional(Repeated(word)),
})
export type AuditFilter = z.output<typeof AuditFilter>
export const AuditQuery = z.extend(AuditFilter, listQuery(['at']))
export type AuditQuery = z.output<typeof AuditQuery>

export const listAudit = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/audit',
  roles: admins,
  summary: 'Audit log of reads and changes, newest first; administrators see all of it',
  query: AuditQuery,
  reply: pageOf(AuditEntry),
  errors: ['invalid'],
})

export const getAudit = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/audit/{id}',
  roles: admins,
  summary: 'One entry of the audit log',
  params: IdParams,
  reply: AuditEntry,
  errors: ['not_found'],
})

/** The first entry that differs from the hash chain; `seal` is the link that reveals it. */
export const AuditFault = z.strictObject({
  kind: z.enum(['changed', 'missing', 'inserted', 'erased', 'seal_changed', 'seal_missing']),
  trail: z.enum(['audit', 'history', 'audit_seal']),
  id: z.int(),
  seal: z.int(),
})
export type AuditFault = z.output<typeof AuditFault>

const Link = z.strictObject({ id: Id, at: Instant, /** Hex SHA-256. */ hash: z.string() })

export const AuditChain = z.strictObject({
  /** The newest link. */
  last: z.nullable(Link),
  /** Entries that the chain does not cover yet. */
  unsealed: z.int(),
  verified: z.nullable(
    z.strictObject({ at: Instant, entries: z.int(), head: z.nullable(Link), fault: z.nullable(AuditFault) }),
  ),
  is_verifying: z.boolean(),
})
export type AuditChain = z.output<typeof AuditChain>

export const getAuditChain = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/audit_chain',
  roles: admins,
  summary: 'The state of the audit log’s hash chain, and the result of its last verification',
  reply: AuditChain,
})

export const verifyAuditChain = endpoint({
  method: 'POST',
  path: '/v1/audit_chain/verify',
  roles: admins,
  bound: 'trial',
  summary: 'Verify every hash of the audit log in the background',
  reply: Nothing,
})

export const listAuditWords = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/audit_words',
  roles: admins,
  summary: 'The actions and entities that occur in the audit log',
  reply: z.strictObject({ acts: z.array(z.string()), nouns: z.array(z.string()) }),
})
