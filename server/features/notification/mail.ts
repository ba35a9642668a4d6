import { everyRole } from '#contract/role.ts'
import { asUser } from '#server/platform/as-user.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { addJob } from '#server/platform/jobs.ts'
import { lastDue } from './digest-time.ts'
import {
  findAddressee,
  findDigestUsers,
  findMailed,
  findUnsent,
  type MailKind,
  makeMail,
  markSent,
  setDigestAt,
} from './mail-queries.ts'
import { writeMail } from './mail-text.ts'
import { entryOf } from './queries.ts'
import { wishesOfUsers } from './setting.ts'

const mostItems = 50
const maxAgeMs = { now: 3 * 86_400_000, digest: 8 * 86_400_000 }

/**
 * Sends a user what waits for them, as far as they may read it now. A message keeps its Message-ID through every try:
 * a worker that is killed after sending sends the same message again, and mail programs show it once.
 */
export async function sendNotifications(ctx: Ctx, userId: number, kind: MailKind): Promise<void> {
  const { mailer } = ctx
  if (!mailer) return
  await makeMail(ctx, userId, kind, new Date(ctx.now().getTime() - maxAgeMs[kind]))
  const addressee = await findAddressee(ctx, userId)
  const reader = asUser(ctx, addressee, everyRole)
  for (const { id, message_id } of await findUnsent(ctx, userId, kind)) {
    if (reader && addressee?.email) {
      const { rows, total } = await findMailed(reader, id, mostItems)
      const items = rows.map(row => entryOf(row, addressee.role))
      const { locale, email: to } = addressee
      if (items.length > 0)
        await mailer.send({
          id: message_id,
          to,
          locale,
          ...writeMail(items, total, { kind, locale, publicUrl: mailer.publicUrl }),
        })
    }
    await markSent(ctx, id)
  }
}

/** Orders the digests that have become due since the last were made; one missed while nothing ran is made up for. */
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
