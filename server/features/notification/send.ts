import type { Received } from '#contract/endpoint.ts'
import type { sendRecord as endpoint } from '#contract/send.api.ts'
import type { VisibleUser } from '#contract/user.api.ts'
import { publish } from '#server/core/events.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { existsForReader, findReaders, type Sendable } from './send.queries.ts'

export async function listSendReaders(ctx: Ctx, what: Sendable): Promise<VisibleUser[]> {
  if (!(await existsForReader(ctx, what))) throw new AppError('not_found')
  return await findReaders(ctx, what)
}

/**
 * Notifies each of the users; if one of them may not read the record, notifies none. A user who loses the right before
 * delivery is not notified either.
 */
export function sendRecord(ctx: Ctx, { noun, record_id, users, note }: Received<typeof endpoint>['body']) {
  return inTransaction(ctx, async ctx => {
    const readers = await listSendReaders(ctx, { noun, record_id })
    const to = readers.filter(({ id }) => users.includes(id))
    if (to.length < new Set(users).size) throw fieldError('users', 'not_reader')
    const ids = to.map(({ id }) => id)
    await publish(ctx, [{ kind: 'sent', noun, recordId: record_id, users: ids, detail: note ? { note } : {} }])
    const detail = { to: to.map(({ username }) => username), ...(note && { note }) }
    await audit(ctx, { act: 'send', noun, recordId: record_id, detail })
    return { sent: to.length }
  })
}
