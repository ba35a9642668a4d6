import type { Received } from '#contract/endpoint.ts'
import type { sendRecord as endpoint } from '#contract/send.api.ts'
import type { VisibleUser } from '#contract/user.api.ts'
import { publish } from '#server/core/events.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { existsForReader, findGroupsWithMembers, findReaders, type Sendable } from './send.queries.ts'

export async function listSendReaders(ctx: Ctx, what: Sendable): Promise<VisibleUser[]> {
  if (!(await existsForReader(ctx, what))) throw new AppError('not_found')
  return await findReaders(ctx, what)
}

/**
 * Notifies each of the users and the members of the groups; if one of the users may not read the record, notifies none.
 * A user who loses the right before delivery is not notified either.
 */
export function sendRecord(ctx: Ctx, { noun, record_id, users, groups, note }: Received<typeof endpoint>['body']) {
  return inTransaction(ctx, async ctx => {
    const readers = await listSendReaders(ctx, { noun, record_id })
    if (users.length === 0 && groups.length === 0) throw fieldError('users', 'required')
    const known = readers.filter(({ id }) => users.includes(id))
    if (known.length < new Set(users).size) throw fieldError('users', 'not_reader')
    const chosen = await findGroupsWithMembers(ctx, groups)
    if (chosen.length < new Set(groups).size) throw fieldError('groups', 'no_such_group')
    const wanted = new Set([...users, ...chosen.flatMap(({ members }) => members)])
    const to = readers.filter(({ id }) => wanted.has(id))
    const ids = to.map(({ id }) => id)
    if (ids.length > 0)
      await publish(ctx, [{ kind: 'sent', noun, recordId: record_id, users: ids, detail: note ? { note } : {} }])
    const detail = {
      to: to.map(({ username }) => username),
      ...(chosen.length > 0 && { groups: chosen.map(({ name }) => name) }),
      ...(note && { note }),
    }
    await audit(ctx, { act: 'send', noun, recordId: record_id, detail })
    return { sent: to.length }
  })
}
