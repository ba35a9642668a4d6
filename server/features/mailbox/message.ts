// One message: from its place in the folder to an upload, or to a note of why it became none.
import { createHash } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { type MailReason, messageBytesAtMost } from '#contract/mailbox.api.ts'
import { cutText } from '#contract/text.ts'
import { listHalves } from '#server/core/access.ts'
import { type StoredFile, storeMail } from '#server/features/upload/upload.service.ts'
import { audit } from '#server/platform/audit.ts'
import type { UploadLimits } from '#server/platform/config.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { cleanName } from '#server/platform/files/files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { openChildren } from '#server/platform/process/children.ts'
import { causeOf, chunkBytes, faultOf, MailboxFault } from './connect.ts'
import type { HeadTask, MailHead } from './head-reading.ts'
import { findWritableOgs, isHolder, type StoredMailbox } from './mailbox.queries.ts'
import { findStored, type MessageNote, noteMessage, renumber } from './message.queries.ts'
import { judgeSender, namedOgs } from './sender.ts'

/** One fetch of a mailbox by one process. */
export type MailRun = {
  /** The system; `owner`: the user to whom the uploads belong. */
  ctx: Ctx
  owner: Ctx
  box: StoredMailbox
  client: ImapFlow
  secret: string
  uidValidity: number
  /** Whether messages were decided under an earlier numbering of the folder. */
  hasOlder: boolean
  limits: UploadLimits
  /** The holder of the lease. */
  holder: string
  /** Extends the lease; throws if another process has acquired it. */
  renew: () => Promise<void>
}

const firstBytes = 65_536
const headBytesAtMost = 262_144

const heads = openChildren<HeadTask, never, MailHead>(new URL('./head-process.ts', import.meta.url), {
  ...{ most: 1, timeoutMs: 20_000, cpuMs: 5_000, heapMb: 128, rssMb: 400 },
})

/** A message that cannot become an upload as it is. */
class MessageFault extends Error {
  readonly reason: MailReason
  readonly detail: string
  constructor(reason: MailReason, detail = '') {
    super(`${reason}: ${detail}`)
    this.reason = reason
    this.detail = detail
  }
}

/**
 * Decides one message, and notes what became of it. `isWanted`: a person took it despite the rules for senders. Throws
 * only if the mailbox or the database failed. Returns whether its bytes are an upload now.
 */
export async function takeMessage(run: MailRun, uid: number, isWanted: boolean): Promise<boolean> {
  const note = bareNote(run, uid)
  try {
    return await decide(run, note, isWanted)
  } catch (error) {
    if (error instanceof MessageFault) {
      const { reason, detail } = error
      await noteMessage(run.ctx, { ...note, state: 'failed', reason, detail: cutText(detail, 300) || null })
      return false
    }
    // The server broke off at this message: the next run passes it over, so that it does not stop all others.
    if (error instanceof MailboxFault && error.failure === 'protocol')
      await noteMessage(run.ctx, { ...note, state: 'failed', reason: 'protocol', detail: error.detail })
    if (!isDataFault(error)) throw error
    run.ctx.log.error({ err: error, mailbox: run.box.id, uid }, 'mailbox: message not stored')
    await noteMessage(run.ctx, { ...bareNote(run, uid), reason: 'unreadable' })
    return false
  }
}

const bareNote = (run: MailRun, uid: number): MessageNote => ({
  ...{ mailbox_id: run.box.id, uid_validity: run.uidValidity, uid },
  ...{ message_key: null, head_sha256: null, sha256: null, size: 0, from_address: '', subject: '', sent_at: null },
  ...{ state: 'failed', reason: null, detail: null, upload_id: null, is_settled: true },
})

/** The database refuses a value of the message (classes 22 and 23), which another try would not change. */
function isDataFault(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return !(error instanceof MailboxFault) && typeof code === 'string' && /^2[23]\w{3}$/.test(code)
}

async function decide(run: MailRun, note: MessageNote, isWanted: boolean): Promise<boolean> {
  const { ctx, box } = run
  const first = await fetchPart(run, note.uid, 0, firstBytes)
  // Deleted by another program since the folder was listed, or the server replies with another message.
  if (!first) throw new MessageFault('gone')
  note.size = Math.max(0, first.size ?? 0)
  const bytes = first.source ?? Buffer.alloc(0)
  if (bytes.length === 0) throw new MessageFault('empty')
  const head = await headOf(run, note, bytes)
  note.message_key = head.messageId
  note.from_address = head.from
    .map(each => each.address)
    .join(', ')
    .slice(0, 500)
  note.subject = head.subject
  note.sent_at = head.sentAt
  const before = run.hasOlder ? await renumber(ctx, note, note.head_sha256 ?? '') : undefined
  if (before === 'refused' || before === 'failed') return false
  const refusal = isWanted || before === 'wanted' ? null : judgeSender(box, head)
  if (refusal) {
    await noteMessage(ctx, {
      ...note,
      state: 'refused',
      reason: refusal.reason,
      detail: cutText(refusal.detail, 300) || null,
    })
    return false
  }
  if (note.size > messageBytesAtMost) throw new MessageFault('too_large', String(note.size))
  const folder = await mkdtemp(join(tmpdir(), 'og-mail-'))
  try {
    const path = join(folder, 'message')
    const { size, sha256 } = await download(run, note.uid, bytes, path)
    note.size = size
    const receivedAt = first.internalDate ? new Date(first.internalDate) : null
    const name = cleanName(`${cutText(head.subject.replace(/[/\\:*?"<>|]/g, ' ').trim(), 80) || 'message'}.eml`)
    const isValid = receivedAt !== null && !Number.isNaN(receivedAt.getTime())
    return await store(run, { ...note, sha256 }, head, { path, size, sha256, name }, isValid ? receivedAt : ctx.now())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One part of a message; undefined if the message is no longer there. */
async function fetchPart(
  { client, secret, renew }: MailRun,
  uid: number,
  start: number,
  maxLength: number,
): Promise<FetchMessageObject | undefined> {
  await renew()
  try {
    const query = { uid: true, source: { start, maxLength }, ...(start === 0 && { size: true, internalDate: true }) }
    const found = await client.fetchOne(String(uid), query, { uid: true })
    if (!found) {
      if (!client.usable) throw new MailboxFault('connect')
      return undefined
    }
    if (found.uid !== uid || (found.source?.length ?? 0) > maxLength)
      throw new MailboxFault('protocol', 'the reply is for another message or longer than requested')
    return found
  } catch (error) {
    throw faultOf(causeOf(client, error), 'protocol', [secret])
  }
}

async function headOf(run: MailRun, note: MessageNote, start: Buffer): Promise<MailHead> {
  let bytes = start
  while (endOfHead(bytes) < 0 && bytes.length % firstBytes === 0) {
    if (bytes.length >= headBytesAtMost) throw new MessageFault('head_too_large')
    const more = (await fetchPart(run, note.uid, bytes.length, firstBytes))?.source
    if (!more || more.length === 0) break
    bytes = Buffer.concat([bytes, more])
  }
  const end = endOfHead(bytes)
  const head = end < 0 ? bytes : bytes.subarray(0, end)
  note.head_sha256 = createHash('sha256').update(head).digest('hex')
  try {
    return await heads.run({ bytes: head }, () => {})
  } catch (error) {
    throw new MessageFault('unreadable', error instanceof Error ? error.message : '')
  }
}

function endOfHead(bytes: Buffer): number {
  const ends = ['\r\n\r\n', '\n\n'].map(mark => bytes.indexOf(mark)).filter(at => at >= 0)
  return ends.length === 0 ? -1 : Math.min(...ends)
}

/** Writes the whole message to a file; the size that the server states is not trusted. */
async function download(run: MailRun, uid: number, first: Buffer, path: string) {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  const add = async (file: FileHandle, bytes: Buffer) => {
    hash.update(bytes)
    await file.write(bytes)
  }
  try {
    let size = first.length
    let [requested, got] = [firstBytes, first.length]
    await add(file, first)
    while (got === requested) {
      const part = await fetchPart(run, uid, size, chunkBytes)
      if (!part) throw new MessageFault('incomplete')
      const bytes = part.source ?? Buffer.alloc(0)
      ;[requested, got] = [chunkBytes, bytes.length]
      size += bytes.length
      if (size > messageBytesAtMost) throw new MessageFault('too_large', String(size))
      await add(file, bytes)
    }
    return { size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

/** Stores the message and its note in one transaction, unless its bytes are stored already. */
async function store(
  run: MailRun,
  note: MessageNote & { sha256: string },
  head: MailHead,
  file: StoredFile,
  receivedAt: Date,
): Promise<boolean> {
  const { ctx, owner, box, holder } = run
  const author = head.from[0] ?? { name: '', address: '' }
  const from = [author.name, author.address && `<${author.address}>`].filter(Boolean).join(' ')
  const title = cutText(head.subject, 300) || cutText(from, 300) || file.name
  const isSettled = box.after_read === 'nothing'
  const { read_user, read_group } = listHalves({ owner: null, read_user: box.read_user, write_user: [] })
  const ogs = await findWritableOgs(owner, namedOgs(head))
  const about = { title, source: cutText(from, 500) || null, read_user, read_group, ogs }
  const mail = {
    ...{ mailbox_name: box.name, from_address: author.address, from_name: author.name },
    to_text: cutText(head.to.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(', '), 2_000),
    ...{ subject: head.subject, sent_at: head.sentAt, received_at: receivedAt.toISOString() },
    ...{ message_key: head.messageId, refs: head.refs },
  }
  try {
    const id = await storeMail(owner, file, about, mail, run.limits, {
      before: async ctx => {
        if (!(await isHolder(ctx, box.id, holder))) throw new MailboxFault('internal', 'another process fetches')
        const stored = await findStored(ctx, note, note)
        if (!stored) return true
        if (!stored.is_moved)
          await noteMessage(ctx, { ...note, state: 'duplicate', upload_id: stored.upload_id, is_settled: isSettled })
        return false
      },
      after: async (ctx, id) => {
        const isNew = await noteMessage(ctx, { ...note, state: 'stored', upload_id: id, is_settled: isSettled })
        if (!isNew) throw new MailboxFault('internal', 'the message was stored meanwhile')
        const detail = { mailbox: box.id, mailbox_name: box.name, from: author.address }
        await audit(ctx, { act: 'receive_mail', noun: 'upload', recordId: id, detail })
      },
    })
    if (id !== undefined) ctx.log.info({ mailbox: box.id, upload: id }, 'mailbox: message stored')
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_large') throw new MessageFault('quota')
    throw error
  }
}
