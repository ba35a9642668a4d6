// One fetch of a mailbox: acquires its lease, fetches new messages, and records the outcome.
import { randomUUID } from 'node:crypto'
import type { ImapFlow } from 'imapflow'
import { uploaders } from '#contract/role.ts'
import { findUser } from '#server/features/user/user.service.ts'
import type { UploadLimits } from '#server/platform/config.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { causeOf, faultOf, MailboxFault, type MailDeps, openMailbox } from './connect.ts'
import { holdMailbox, type RunOutcome, releaseMailbox, type StoredMailbox } from './mailbox.queries.ts'
import { findUnseen, findUnsettled, findWanted, hasOlderPlaces, markGone, settleMessages } from './message.queries.ts'
import { type MailRun, takeMessage } from './message.ts'

/** Stored secrets of mailboxes open for this purpose only. */
export const secretPurpose = 'mailbox'

export type RunDeps = MailDeps & { limits: UploadLimits; messagesAtMost?: number }

const leaseMs = 120_000
const renewMs = 20_000
/** A run ends after so many messages or so long, and the next one continues. */
const messagesARun = 500
const runMs = 240_000
/** A server that delays every reply is left after this time. */
const runAtMostMs = 300_000
const uidsAtMost = 500_000
const backOffMinutes = [5, 10, 20, 40, 80, 160, 320]

export const fetchKey = (id: number) => `mailbox:${id}`

/** Queues a fetch; mailboxes are fetched one after the other. */
export const queueFetch = (ctx: Ctx, id: number) =>
  addJob(ctx.db, 'fetch_mailbox', { id }, { key: fetchKey(id), queue: 'mail', maxAttempts: 3 })

/** Fetches new messages. A failing server or folder is noted with the mailbox; only other errors are thrown. */
export async function fetchMailbox(ctx: Ctx, id: number, deps: RunDeps, signal?: AbortSignal): Promise<void> {
  const holder = randomUUID()
  const box = await holdMailbox(ctx, id, holder, leaseMs)
  if (!box) return
  let outcome: RunOutcome = { failure: null, detail: null, nextAt: null }
  let hasMore = false
  try {
    hasMore = await fetchHeld(ctx, box, holder, deps, signal)
  } catch (error) {
    const fault = faultOf(error, 'internal', [openSecret(ctx, box) ?? ''])
    const minutes = backOffMinutes[Math.min(box.failures, backOffMinutes.length - 1)] ?? 5
    // A few seconds less: the schedule of five minutes must not miss it.
    const nextAt = new Date(ctx.now().getTime() + minutes * 60_000 - 10_000)
    outcome = { failure: fault.failure, detail: fault.detail || null, nextAt }
    ctx.log.warn({ err: error, mailbox: id, failure: fault.failure }, 'mailbox: fetching failed')
  } finally {
    await releaseMailbox(ctx, id, holder, outcome)
  }
  if (hasMore) await queueFetch(ctx, id)
}

export function openSecret(ctx: Ctx, box: Pick<StoredMailbox, 'secret_sealed'>): string | undefined {
  return box.secret_sealed === null ? undefined : ctx.secrets?.open(box.secret_sealed, secretPurpose)
}

/** Returns whether messages are left for another run. */
async function fetchHeld(
  ctx: Ctx,
  box: StoredMailbox,
  holder: string,
  deps: RunDeps,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const owner = box.owner === null ? undefined : asUser(ctx, await findUser(ctx, box.owner), uploaders)
  if (!owner) throw new MailboxFault('owner')
  const secret = openSecret(ctx, box)
  if (secret === undefined) throw new MailboxFault('secret')
  const client = await openMailbox(box, secret, deps)
  const close = () => client.close()
  const timer = setTimeout(close, runAtMostMs)
  signal?.addEventListener('abort', close)
  try {
    const { uidValidity } = await openFolder(client, box, secret)
    const run: MailRun = {
      ...{ ctx, owner, box, client, secret, uidValidity, limits: deps.limits, holder },
      hasOlder: await hasOlderPlaces(ctx, { mailbox_id: box.id, uid_validity: uidValidity }),
      renew: renewal(ctx, box.id, holder),
    }
    return await takeNew(run, deps.messagesAtMost ?? messagesARun, signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', close)
    // A server that does not answer the farewell is left.
    const left = setTimeout(close, 2_000)
    await client.logout().catch(() => {})
    clearTimeout(left)
    close()
  }
}

/** Opens the folder: for reading only, unless messages are to be marked or moved. */
export async function openFolder(
  client: ImapFlow,
  { folder, after_read, move_to }: Pick<StoredMailbox, 'folder' | 'after_read' | 'move_to'>,
  secret: string,
): Promise<{ uidValidity: number; messages: number }> {
  try {
    if (after_read === 'move' && !(await client.status(move_to, { messages: true })))
      throw new MailboxFault('move_folder', move_to)
  } catch (error) {
    throw faultOf(causeOf(client, error), 'move_folder', [secret])
  }
  try {
    const { uidValidity, exists } = await client.mailboxOpen(folder, { readOnly: after_read === 'nothing' })
    const number = Number(uidValidity)
    if (!(number > 0 && number <= 0xffff_ffff)) throw new MailboxFault('protocol', 'UIDVALIDITY')
    return { uidValidity: number, messages: exists }
  } catch (error) {
    throw faultOf(causeOf(client, error), 'folder', [secret])
  }
}

function renewal(ctx: Ctx, id: number, holder: string): () => Promise<void> {
  let renewAtMs = performance.now() + renewMs
  return async () => {
    if (performance.now() < renewAtMs) return
    renewAtMs = performance.now() + renewMs
    if (!(await holdMailbox(ctx, id, holder, leaseMs))) throw new MailboxFault('internal', 'another process fetches')
  }
}

async function takeNew(run: MailRun, most: number, signal: AbortSignal | undefined): Promise<boolean> {
  const { ctx, box, uidValidity } = run
  const place = { mailbox_id: box.id, uid_validity: uidValidity }
  const uids = await listUids(run)
  const listed = new Set(uids)
  const unsettled = await findUnsettled(ctx, place)
  await settle(
    run,
    unsettled.filter(uid => listed.has(uid)),
  )
  // Another program has moved or deleted these.
  await settleMessages(
    ctx,
    place,
    unsettled.filter(uid => !listed.has(uid)),
  )
  const wanted = (await findWanted(ctx, place)).filter(uid => listed.has(uid))
  const unseen = await findUnseen(ctx, place, uids)
  const all = [...wanted.map(uid => ({ uid, isWanted: true })), ...unseen.map(uid => ({ uid, isWanted: false }))]
  const until = performance.now() + runMs
  let taken = 0
  for (const { uid, isWanted } of all) {
    if (taken >= most || performance.now() > until || signal?.aborted) break
    const isStored = await takeMessage(run, uid, isWanted)
    if (isStored && box.after_read !== 'nothing') await settle(run, [uid])
    taken += 1
  }
  const isAllSeen = taken === all.length
  await markGone(ctx, place, { uids, isAllSeen })
  return !isAllSeen
}

/** Numbers of all messages since the date of the mailbox; the next number that the server states is not used. */
async function listUids({ client, box, secret }: MailRun): Promise<number[]> {
  try {
    const found = await client.search({ since: new Date(`${box.since}T00:00:00Z`) }, { uid: true })
    if (!found) throw new MailboxFault('protocol', 'SEARCH')
    if (found.length > uidsAtMost) throw new MailboxFault('protocol', `${found.length} messages`)
    const isUid = (uid: number) => Number.isInteger(uid) && uid > 0 && uid <= 0xffff_ffff
    return [...new Set(found.filter(isUid))].sort((a, b) => a - b)
  } catch (error) {
    throw faultOf(causeOf(client, error), 'protocol', [secret])
  }
}

/** Marks or moves stored messages in the mailbox. */
async function settle({ ctx, box, client, secret, uidValidity }: MailRun, uids: readonly number[]): Promise<void> {
  if (uids.length === 0) return
  const range = uids.join(',')
  try {
    const isDone =
      box.after_read === 'nothing' ||
      (box.after_read === 'flag'
        ? await client.messageFlagsAdd(range, ['\\Seen', '\\Flagged'], { uid: true })
        : await client.messageMove(range, box.move_to, { uid: true }))
    if (!isDone) throw new MailboxFault(box.after_read === 'move' ? 'move_folder' : 'settle')
  } catch (error) {
    throw faultOf(causeOf(client, error), box.after_read === 'move' ? 'move_folder' : 'settle', [secret])
  }
  await settleMessages(ctx, { mailbox_id: box.id, uid_validity: uidValidity }, uids)
}
