import * as z from 'zod/mini'
import { everyRole } from '#contract/role.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { quarantine, type Retry } from '#server/platform/jobs/quarantine.ts'
import type { Mailer } from '#server/platform/mail.ts'
import { lastDue } from './digest-time.ts'
import {
  type Addressee,
  findAddressee,
  findDigestUsers,
  findMailed,
  findUnsent,
  type MailKind,
  makeMail,
  markSent,
  markUnsent,
  setDigestAt,
} from './mail.queries.ts'
import { writeMail } from './mail-text.ts'
import { entryOf } from './notification.queries.ts'
import { wishesOfUsers } from './setting.ts'

const mostItems = 50
const maxAgeMs = { now: 3 * 86_400_000, digest: 8 * 86_400_000 }

/**
 * Mails a user's pending notifications, as far as they may read them now. A message keeps its Message-ID through every
 * try: a worker that is killed after sending sends the same message again, and mail programs show it once.
 */
export async function sendNotifications(ctx: Ctx, userId: number, kind: MailKind): Promise<void> {
  const { mailer } = ctx
  if (!mailer) return
  await makeMail(ctx, userId, kind, new Date(ctx.now().getTime() - maxAgeMs[kind]))
  const addressee = await findAddressee(ctx, userId)
  const reader = asUser(ctx, addressee, everyRole)
  for (const { id, message_id } of await findUnsent(ctx, userId, kind)) {
    try {
      if (reader && addressee?.email) await sendOne(reader, mailer, { ...addressee, id, message_id, kind })
    } catch (error) {
      if (!isRefused(error)) throw error
      // The mail server rejects this message; later messages may be accepted.
      await quarantine(ctx, 'mail', { key: `mail:${id}`, detail: { user_id: userId, id }, error }, { isRetried: false })
    }
    await markSent(ctx, id)
  }
}

type Outgoing = Addressee & { id: number; message_id: string; kind: MailKind }

async function sendOne(reader: Ctx, mailer: Mailer, { id, message_id, kind, email, role, locale }: Outgoing) {
  const { rows, total } = await findMailed(reader, id, mostItems)
  const items = rows.map(row => entryOf(row, role))
  if (items.length === 0 || email === null) return
  const words = writeMail(items, total, { kind, locale, publicUrl: mailer.publicUrl })
  await mailer.send({ id: message_id, to: email, locale, ...words })
}

/**
 * Whether the rejection is permanent: code 500 or above, in contrast to an unreachable server or a request to try
 * later.
 */
function isRefused(error: unknown): boolean {
  const code = (error as { responseCode?: unknown } | null)?.responseCode
  return typeof code === 'number' && code >= 500
}

const Detail = z.object({ user_id: z.int(), id: z.int() })

/** Sends a message again that the mail server rejected. */
export const retryMail: Retry = async (ctx, { detail }) => {
  const { user_id, id } = Detail.parse(detail)
  const kind = await markUnsent(ctx, id)
  if (kind) await addJob(ctx.db, 'mail_notifications', { user_id, digest: kind === 'digest' })
  return undefined
}

/**
 * Queues the digests that have become due since the last ones were created; includes a digest missed while no process
 * ran.
 */
export async function orderDigests(ctx: Ctx): Promise<void> {
  if (!ctx.mailer) return
  const users = await findDigestUsers(ctx)
  const wishes = await wishesOfUsers(
    ctx,
    users.map(user => user.user_id),
  )
  for (const { user_id, digest_at } of users) {
    const { digest, zone } = wishes(user_id)
    if (digest === 'off') continue
    const due = lastDue(ctx.now(), zone, digest)
    if (due <= new Date(digest_at)) continue
    await addJob(ctx.db, 'mail_notifications', { user_id, digest: true }, { key: `digest:${user_id}`, maxAttempts: 12 })
    await setDigestAt(ctx, user_id, due)
  }
}
