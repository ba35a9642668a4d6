import type { Received, Reply } from '#contract/endpoint.ts'
import type { EventFilter } from '#contract/event.api.ts'
import type { createEventFeed, EventFeed } from '#contract/event-feed.api.ts'
import { icalEvents } from '#contract/event-view.api.ts'
import { ogReaders } from '#contract/role.ts'
import { findUser } from '#server/features/user/user.service.ts'
import { auditSeldom } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { hashToken, newToken } from '#server/platform/http/token.ts'
import { findFeedByHash, findFeeds, insertFeed, removeFeed, touchFeed } from './feed.queries.ts'
import { writeIcal } from './ical.ts'

const feedsAtMost = 20
const touchedEveryMs = 60_000
/** Calendar programs send requests all day; the audit log records a feed's use once an hour. */
const auditedEveryMs = 3_600_000

export async function listFeeds(ctx: Ctx): Promise<{ items: EventFeed[] }> {
  return { items: await findFeeds(ctx) }
}

/** The address is returned only this once: only the token's hash is stored. */
export async function createFeed(
  ctx: Ctx,
  { name, search }: Received<typeof createEventFeed>['body'],
): Promise<Reply<typeof createEventFeed>> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new AppError('forbidden')
  const parsed = parseSearch(search)
  if ('faults' in parsed)
    throw new AppError('invalid', {}, { faults: parsed.faults.map(path => ({ path, code: 'wrong' })) })
  const token = newToken()
  const feed = await inTransaction(ctx, ctx =>
    insertFeed(ctx, actor.id, { name, search: parsed.search, tokenHash: hashToken(token) }, feedsAtMost),
  )
  if (!feed) throw new AppError('wrong_state')
  return { feed, path: `/v1/event/feed/${token}/events.ics` }
}

export async function deleteFeed(ctx: Ctx, id: number): Promise<null> {
  if (!(await removeFeed(ctx, id))) throw new AppError('not_found')
  return null
}

/** The feed with its owner's current rights; a wrong token and a revoked one get the same answer. */
export async function readFeed(ctx: Ctx, token: string, publicUrl: string | undefined): Promise<string> {
  const feed = await findFeedByHash(ctx, hashToken(token))
  const reader = feed && asUser(ctx, await findUser(ctx, feed.user_id), ogReaders)
  const parsed = feed && parseSearch(feed.search)
  if (!feed || !reader || !parsed || 'faults' in parsed) throw new AppError('not_found')
  await touchFeed(ctx, feed.id, new Date(ctx.now().getTime() - touchedEveryMs))
  await auditSeldom(reader, { act: 'export', noun: 'event_feed', recordId: feed.id }, auditedEveryMs)
  return await writeIcal(reader, parsed.filter, { name: feed.name, publicUrl })
}

type ParsedFeed = { filter: EventFilter; search: string } | { faults: string[] }

/** Parses a query string of the list of events by the filter of the calendar file. */
function parseSearch(search: string): ParsedFeed {
  const pairs = new URLSearchParams(search)
  const query = Object.fromEntries(
    [...new Set(pairs.keys())].map(name => {
      const values = pairs.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
  const result = icalEvents.query.safeParse(query)
  if (!result.success) return { faults: [...new Set(result.error.issues.map(faultOf))] }
  return { filter: result.data, search: pairs.toString() }
}

function faultOf(issue: { path: PropertyKey[] }): string {
  return issue.path[0] === undefined ? 'search' : `search.${String(issue.path[0])}`
}
