import * as z from 'zod/mini'
import { everyRole } from '#contract/role.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { quarantine, type Retry } from '#server/platform/jobs/quarantine.ts'
import type { Mailer } from '#server/platform/mail.ts'
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

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Hour of the day in the user's time zone. */
const digestHour = 8
const monday = 1

/** The last time up to `now` at which a digest was due: 08:00 in the zone, daily or on Mondays. */
export function lastDue(now: Date, zone: string, mode: 'daily' | 'weekly'): Date {
  // A day may have 23 or 25 hours, so 08:00 is computed separately for each of the last days.
  for (let back = 0; back <= 8; back += 1) {
    const due = morningOf(new Date(now.getTime() - back * dayMs), zone)
    if (due.at <= now.getTime() && (mode === 'daily' || due.weekday === monday)) return new Date(due.at)
  }
  return new Date(0)
}

/** 08:00 of the day that contains this instant in the zone. */
function morningOf(instant: Date, zone: string): { at: number; weekday: number } {
  const day = wallOf(instant, zone)
  const wanted = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), digestHour)
  let at = wanted - (day.getTime() - instant.getTime())
  // The offset at that hour may differ from the offset at the instant.
  at += wanted - wallOf(new Date(at), zone).getTime()
  return { at, weekday: day.getUTCDay() }
}

/** The wall clock of the zone, as if it were UTC. */
function wallOf(instant: Date, zone: string): Date {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find(each => each.type === type)?.value)
  return new Date(
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) +
      instant.getUTCMilliseconds(),
  )
}

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
