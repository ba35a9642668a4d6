import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import {
  Day,
  Id,
  IdList,
  IdParams,
  Instant,
  listQuery,
  matches,
  Nothing,
  PathId,
  pageOf,
  Repeated,
  Required,
  Rev,
  Text,
} from './wire.ts'

/** The most mailboxes of the console. */
export const mailboxesAtMost = 50
/** The most addresses and domains on the list of senders of one mailbox. */
export const sendersAtMost = 500
/** The largest message that is fetched, in bytes. */
export const messageBytesAtMost = 50 * 1_048_576

/** `plain` sends the password unencrypted and is possible on this machine only. */
export const mailSecurities = ['tls', 'starttls', 'plain'] as const
export const mailAuths = ['password', 'token'] as const
/** The act in the mailbox on a message that became an upload. */
export const mailAfters = ['nothing', 'flag', 'move'] as const

/** Why a mailbox cannot be fetched; the page has a sentence for each. */
export const mailboxFailures = [
  'dns',
  'address',
  'not_local',
  'connect',
  'tls',
  'tls_name',
  'starttls',
  'login',
  'folder',
  'move_folder',
  'settle',
  'protocol',
  'timeout',
  'owner',
  'secret',
  'internal',
] as const
export type MailboxFailure = (typeof mailboxFailures)[number]

/**
 * Why a message did not become an upload. By the rules for senders: `no_sender`, `many_senders`, `not_listed`,
 * `no_result` (the receiving server states no result), `not_verified`. By the message: the others.
 */
export const mailReasons = [
  'no_sender',
  'many_senders',
  'not_listed',
  'no_result',
  'not_verified',
  'too_large',
  'head_too_large',
  'empty',
  'incomplete',
  'protocol',
  'unreadable',
  'quota',
  'gone',
] as const
export type MailReason = (typeof mailReasons)[number]

/** `wanted`: a person wants it; the next run fetches it again. */
export const mailStates = ['stored', 'duplicate', 'refused', 'failed', 'wanted'] as const
export type MailState = (typeof mailStates)[number]

const Host = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    matches(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|[0-9a-f:]*:[0-9a-f:.]*)$/, 'host'),
  )
/** Text of one line: a line break would end a command. */
const Line = (max: number) => Required(max).check(matches(/^[^\r\n]*$/, 'one_line'))
/** An address, a domain, or with `*.` the domains below one. */
const Sender = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    matches(/^([^\s@,;<>*]+@|\*\.)?[^\s@,;<>*.]+(\.[^\s@,;<>*.]+)+$/, 'mail_sender'),
  )

const writable = {
  name: Required(60),
  is_active: z.boolean(),
  host: Host,
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  security: z.enum(mailSecurities),
  username: Line(200),
  auth: z.enum(mailAuths),
  folder: Line(200),
  /** Messages that the server received earlier are not fetched. */
  since: Day,
  after_read: z.enum(mailAfters),
  move_to: Text(200).check(matches(/^[^\r\n]*$/, 'one_line')),
  /** The name by which the receiving server signs its `Authentication-Results`. */
  server_id: Line(253),
  senders: z.array(Sender).check(z.maxLength(sendersAtMost)),
  /** The user who owns the uploads, and whose rights decide what a message may be filed under. */
  owner: Id,
  /** Readers of the uploads besides the owner; both empty: everyone whose role reads uploads. */
  read_user: IdList,
  read_group: IdList,
}
const secret = { secret: z.string().check(z.maxLength(8_000)) }

/** A mailbox, without its secret. */
export const Mailbox = z.strictObject({
  ...writable,
  id: Id,
  rev: z.int(),
  owner: z.nullable(Id),
  read_user: z.array(Id),
  read_group: z.array(Id),
  /** `unreadable`: it was stored with a key that this server does not have, and must be entered again. */
  secret: z.enum(['none', 'stored', 'unreadable']),
  /** Whether a process is fetching now. */
  is_running: z.boolean(),
  run_at: z.nullable(Instant),
  /** The last run without a failure. */
  fetched_at: z.nullable(Instant),
  failing_since: z.nullable(Instant),
  failure: z.nullable(z.enum(mailboxFailures)),
  /** Text of the server or the connection; never the secret. */
  failure_detail: z.nullable(z.string()),
  /** The next attempt of a failing mailbox. */
  next_at: z.nullable(Instant),
  counts: z.strictObject({
    stored: z.int(),
    duplicate: z.int(),
    refused: z.int(),
    failed: z.int(),
    wanted: z.int(),
  }),
  created_at: Instant,
  updated_at: Instant,
})
export type Mailbox = z.output<typeof Mailbox>

export const NewMailbox = z.strictObject({ ...writable, ...secret })
export type NewMailbox = z.output<typeof NewMailbox>
export const MailboxPatch = z.extend(z.partial(z.strictObject({ ...writable, ...secret })), { rev: Rev })
export type MailboxPatch = z.output<typeof MailboxPatch>

export const listMailboxes = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/mailbox',
  roles: admins,
  scope: 'session',
  summary: 'Mailboxes whose messages become uploads, with their state',
  reply: z.strictObject({ items: z.array(Mailbox) }),
})

export const createMailbox = endpoint({
  method: 'POST',
  path: '/v1/mailbox',
  roles: admins,
  scope: 'session',
  bound: 'write',
  summary: 'Add a mailbox',
  body: NewMailbox,
  reply: Mailbox,
  errors: ['invalid', 'duplicate', 'wrong_state'],
})

export const updateMailbox = endpoint({
  method: 'PUT',
  path: '/v1/mailbox/{id}',
  roles: admins,
  scope: 'session',
  bound: 'write',
  summary: 'Change a mailbox; absent fields and an empty secret stay, unless the server, port or user changes',
  params: IdParams,
  body: MailboxPatch,
  reply: Mailbox,
  errors: ['invalid', 'not_found', 'stale', 'duplicate'],
})

export const deleteMailbox = endpoint({
  method: 'DELETE',
  path: '/v1/mailbox/{id}',
  roles: admins,
  scope: 'session',
  bound: 'write',
  summary: 'Delete a mailbox and its log; uploads stay',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

export const testMailbox = endpoint({
  method: 'POST',
  path: '/v1/mailbox/{id}/test',
  roles: admins,
  scope: 'session',
  bound: 'trial',
  summary: 'Connect, log in and open the folder, without reading a message',
  params: IdParams,
  reply: z.strictObject({
    failure: z.nullable(z.enum(mailboxFailures)),
    detail: z.nullable(z.string()),
    /** Messages in the folder. */
    messages: z.nullable(z.int()),
  }),
  errors: ['not_found'],
})

export const fetchMailbox = endpoint({
  method: 'POST',
  path: '/v1/mailbox/{id}/fetch',
  roles: admins,
  scope: 'session',
  bound: 'fetch',
  summary: 'Fetch new messages now, in the background, whatever the back-off',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'wrong_state'],
})

export const MailMessage = z.strictObject({
  id: Id,
  state: z.enum(mailStates),
  from_address: z.string(),
  subject: z.string(),
  sent_at: z.nullable(Instant),
  /** Size in bytes, as the server states it. */
  size: z.int(),
  reason: z.nullable(z.enum(mailReasons)),
  detail: z.nullable(z.string()),
  tries: z.int(),
  upload_id: z.nullable(Id),
  at: Instant,
})
export type MailMessage = z.output<typeof MailMessage>

export const listMailMessages = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/mailbox/{id}/message',
  roles: admins,
  scope: 'session',
  summary: 'Messages of a mailbox and what became of them, the newest first',
  params: IdParams,
  query: z.strictObject({
    current: listQuery(['id']).current,
    pageSize: listQuery(['id']).pageSize,
    state: z.optional(Repeated(z.enum(mailStates))),
  }),
  reply: pageOf(MailMessage),
  errors: ['invalid', 'not_found'],
})

export const takeMailMessage = endpoint({
  method: 'POST',
  path: '/v1/mailbox/{id}/message/{message_id}/take',
  roles: admins,
  scope: 'session',
  bound: 'write',
  summary: 'Take a refused message despite the rules for senders, or try one that failed again',
  params: z.strictObject({ id: PathId, message_id: PathId }),
  reply: Nothing,
  errors: ['not_found', 'wrong_state'],
})
