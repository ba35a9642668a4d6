import ipaddr from 'ipaddr.js'
import type { Reply } from '#contract/endpoint.ts'
import {
  type Mailbox,
  type MailboxPatch,
  type MailMessage,
  type MailState,
  mailboxesAtMost,
  type NewMailbox,
  type testMailbox as testEndpoint,
} from '#contract/mailbox.api.ts'
import { uploaders } from '#contract/role.ts'
import type { ListPage } from '#contract/wire.ts'
import { keysOf, listHalves } from '#server/core/access.ts'
import { checkLists } from '#server/core/table.ts'
import { findUser } from '#server/features/user/user.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { Guard } from '#server/platform/fetcher/guard.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { faultOf, type MailDeps, openMailbox } from './connect.ts'
import {
  deleteMailboxRow,
  findMailbox,
  findMailboxes,
  insertMailbox,
  lockMailboxes,
  type MailboxValues,
  patchMailbox,
  type StoredMailbox,
} from './mailbox.queries.ts'
import { countMessages, findMessages, wantMessage } from './message.queries.ts'
import { openFolder, openSecret, queueFetch, secretPurpose } from './run.ts'

export { measureMailboxes } from './mailbox.queries.ts'

const noMessages: Mailbox['counts'] = { stored: 0, duplicate: 0, refused: 0, failed: 0, wanted: 0 }

function toDto(ctx: Ctx, row: StoredMailbox, counts: Mailbox['counts'] = noMessages): Mailbox {
  const { secret_sealed, held_until, failures: _failures, ...rest } = row
  const { read_user, read_group } = listHalves({ owner: null, read_user: row.read_user, write_user: [] })
  const isReadable = openSecret(ctx, row) !== undefined
  return {
    ...rest,
    ...{ read_user, read_group, counts },
    secret: secret_sealed === null ? 'none' : isReadable ? 'stored' : 'unreadable',
    is_running: held_until !== null && held_until > ctx.now().toISOString(),
  }
}

export async function listMailboxes(ctx: Ctx): Promise<{ items: Mailbox[] }> {
  const [rows, counts] = await Promise.all([findMailboxes(ctx), countMessages(ctx)])
  return { items: rows.map(row => toDto(ctx, row, counts.get(row.id))) }
}

async function need(ctx: Ctx, id: number, options: { lock?: boolean } = {}): Promise<StoredMailbox> {
  const row = await findMailbox(ctx, id, options)
  if (!row) throw new AppError('not_found')
  return row
}

const dtoOf = async (ctx: Ctx, id: number) => toDto(ctx, await need(ctx, id), (await countMessages(ctx, id)).get(id))

/** Refuses what can never be fetched; a name is checked again at every connection. */
function checkServer(guard: Guard, { host, port, security }: Pick<NewMailbox, 'host' | 'port' | 'security'>): void {
  if (port !== 143 && port !== 993 && port < 1024) throw fieldError('port', 'mail_port')
  if (!ipaddr.isValid(host)) return
  const isLocal = ipaddr.process(host).range() === 'loopback'
  if (!guard.isAllowed(host) || (security === 'plain' && !isLocal)) throw fieldError('host', 'mail_address')
}

async function checkReaders(
  ctx: Ctx,
  { owner, read_user, read_group }: Pick<NewMailbox, 'owner' | 'read_user' | 'read_group'>,
): Promise<void> {
  const user = await findUser(ctx, owner)
  if (user?.status !== 'active') throw fieldError('owner', 'no_such_user')
  if (!uploaders.includes(user.role)) throw fieldError('owner', 'not_uploader')
  await checkLists(ctx, { read_user, read_group })
}

function seal({ secrets }: Ctx, text: string): Buffer | null {
  if (!secrets) throw new Error('mailboxes need the secrets of the process')
  return text === '' ? null : secrets.seal(text, secretPurpose)
}

/** The part for the audit log: without the secret. */
const auditDetail = ({ name, host, username, owner }: Partial<NewMailbox>) => ({
  ...(name !== undefined && { name }),
  ...(host !== undefined && { host }),
  ...(username !== undefined && { username }),
  ...(owner !== undefined && { owner }),
})

export function createMailbox(ctx: Ctx, guard: Guard, body: NewMailbox): Promise<Mailbox> {
  checkServer(guard, body)
  const { secret, read_group, ...values } = checked(body)
  return inTransaction(ctx, async ctx => {
    await checkReaders(ctx, body)
    if ((await lockMailboxes(ctx)) >= mailboxesAtMost) throw new AppError('wrong_state')
    const stored = { ...values, read_user: keysOf(values.read_user, read_group), secret_sealed: seal(ctx, secret) }
    const id = await insertMailbox(ctx, stored)
    await audit(ctx, { act: 'create_mailbox', noun: 'mailbox', recordId: id, detail: auditDetail(body) })
    return await dtoOf(ctx, id)
  })
}

function checked<T extends Pick<NewMailbox, 'after_read' | 'move_to' | 'folder'>>(body: T): T {
  if (body.after_read !== 'move') return { ...body, move_to: '' }
  if (body.move_to === '') throw fieldError('move_to', 'required')
  // Moved messages would be fetched again for ever.
  if (body.move_to === body.folder) throw fieldError('move_to', 'mail_same_folder')
  return body
}

export function updateMailbox(ctx: Ctx, guard: Guard, id: number, { rev, ...patch }: MailboxPatch): Promise<Mailbox> {
  return inTransaction(ctx, async ctx => {
    const before = await need(ctx, id, { lock: true })
    if (rev !== undefined && rev !== before.rev) throw new AppError('stale', {}, { data: await dtoOf(ctx, id) })
    const halves = listHalves({ owner: null, read_user: before.read_user, write_user: [] })
    const {
      secret = '',
      read_group,
      ...values
    } = checked({
      ...(before as Omit<StoredMailbox, 'owner'> & { owner: number }),
      ...{ read_user: halves.read_user, read_group: halves.read_group },
      ...patch,
    })
    checkServer(guard, values)
    await checkReaders(ctx, { ...values, read_group })
    // A user who changes the server must know the secret: it would otherwise be sent to a server of their choice.
    const isMoved = (['host', 'port', 'security', 'username'] as const).some(field => values[field] !== before[field])
    const sealed = secret === '' ? (isMoved ? null : before.secret_sealed) : seal(ctx, secret)
    await patchMailbox(ctx, before, {
      ...writableOf(values),
      read_user: keysOf(values.read_user, read_group),
      secret_sealed: sealed,
    })
    const detail = { ...auditDetail(patch), fields: Object.keys(patch) }
    await audit(ctx, { act: 'change_mailbox', noun: 'mailbox', recordId: id, detail })
    return await dtoOf(ctx, id)
  })
}

function writableOf(values: Omit<MailboxValues, 'secret_sealed' | 'read_user'>) {
  const { name, is_active, host, port, security, username, auth, folder, since } = values
  const { after_read, move_to, server_id, senders, owner } = values
  return {
    ...{ name, is_active, host, port, security, username, auth, folder, since },
    ...{ after_read, move_to, server_id, senders, owner },
  }
}

export function deleteMailbox(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const { name, host, username } = await need(ctx, id, { lock: true })
    await deleteMailboxRow(ctx, id)
    await audit(ctx, { act: 'delete_mailbox', noun: 'mailbox', recordId: id, detail: { name, host, username } })
    return null
  })
}

/** Connects, logs in and opens the folder; names what is wrong without revealing the secret. */
export async function testMailbox(
  ctx: Ctx,
  guard: Guard,
  id: number,
  deps: Omit<MailDeps, 'guard'> = {},
): Promise<Reply<typeof testEndpoint>> {
  const box = await need(ctx, id)
  const secret = openSecret(ctx, box)
  if (secret === undefined) return { failure: 'secret', detail: null, messages: null }
  try {
    const client = await openMailbox(box, secret, { guard, ...deps })
    try {
      const { messages } = await openFolder(client, { ...box, after_read: box.after_read }, secret)
      return { failure: null, detail: null, messages }
    } finally {
      client.close()
    }
  } catch (error) {
    const { failure, detail } = faultOf(error, 'internal', [secret])
    return { failure, detail: detail || null, messages: null }
  }
}

export async function fetchNow(ctx: Ctx, id: number): Promise<null> {
  const { is_active } = await need(ctx, id)
  if (!is_active) throw new AppError('wrong_state')
  await queueFetch(ctx, id)
  return null
}

export async function listMessages(
  ctx: Ctx,
  id: number,
  query: { current: number; pageSize: number; state?: MailState[] | undefined },
): Promise<ListPage<MailMessage>> {
  await need(ctx, id)
  return await findMessages(ctx, id, query)
}

/** Accepts a message that was refused or failed; the next run, which is queued, fetches it again. */
export function takeMessage(ctx: Ctx, id: number, messageId: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    await need(ctx, id)
    const message = await wantMessage(ctx, id, messageId)
    if (message === undefined) throw new AppError('not_found')
    if (message === null) throw new AppError('wrong_state')
    await audit(ctx, { act: 'take_mail', noun: 'mailbox', recordId: id, detail: { message: messageId, ...message } })
    await queueFetch(ctx, id)
    return null
  })
}
