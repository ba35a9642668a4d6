import { createHash } from 'node:crypto'
import { bilingual } from '#contract/bilingual.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import {
  type createFeed as createEndpoint,
  type Feed,
  type FeedFile,
  type FeedKind,
  feedsAtMost,
} from '#contract/feed.api.ts'
import { editors, ogReaders, type Role } from '#contract/role.ts'
import { findUser } from '#server/features/user/user.service.ts'
import { auditSeldom } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { hashToken, newToken } from '#server/platform/http/token.ts'
import { entriesOf } from './entries.ts'
import { findFeedByHash, findFeeds, findSubjectName, insertFeed, removeFeed, touchFeed } from './feed.queries.ts'
import { writeFeed } from './write-feed.ts'

const touchedEveryMs = 60_000
/** Feed readers send requests all day; the audit log records a feed's use once an hour. */
const auditedEveryMs = 3_600_000

/** Roles that may read the subject on its own screen. */
const rolesOf: Record<FeedKind, readonly Role[]> = { search: ogReaders, og: editors, screening: editors }

export async function listFeeds(ctx: Ctx): Promise<{ items: Feed[] }> {
  return { items: await findFeeds(ctx) }
}

/** The addresses are returned only this once: only the token's hash is stored. */
export async function createFeed(
  ctx: Ctx,
  { name, kind, subject_id: given }: Received<typeof createEndpoint>['body'],
): Promise<Reply<typeof createEndpoint>> {
  const { actor } = ctx
  if (actor.kind !== 'user' || !rolesOf[kind].includes(actor.role)) throw new AppError('forbidden')
  const subjectId = kind === 'screening' ? null : (given ?? 0)
  if (kind !== 'screening' && (await findSubjectName(ctx, kind, subjectId ?? 0)) === undefined)
    throw new AppError('not_found')
  const token = newToken()
  const feed = await inTransaction(ctx, ctx =>
    insertFeed(ctx, actor.id, { name, kind, subject_id: subjectId, token_hash: hashToken(token) }, feedsAtMost),
  )
  if (!feed) throw new AppError('wrong_state')
  return { feed, atom: `/v1/feed/${token}/atom.xml`, json: `/v1/feed/${token}/feed.json` }
}

export async function deleteFeed(ctx: Ctx, id: number): Promise<null> {
  if (!(await removeFeed(ctx, id))) throw new AppError('not_found')
  return null
}

const noLonger = bilingual('（已无法查看）', '(no longer available)')

/**
 * The feed with its user's current rights. A wrong token, a revoked one and that of a disabled user get the same answer;
 * a subject that the user may not read any more has no entries.
 */
export async function readFeed(
  ctx: Ctx,
  { token, file }: { token: string; file: FeedFile },
  publicUrl: string,
): Promise<{ text: string; etag: string }> {
  const feed = await findFeedByHash(ctx, hashToken(token))
  const reader = feed && asUser(ctx, await findUser(ctx, feed.user_id), rolesOf[feed.kind])
  if (!feed || !reader) throw new AppError('not_found')
  await touchFeed(ctx, feed.id, new Date(ctx.now().getTime() - touchedEveryMs))
  await auditSeldom(reader, { act: 'export', noun: 'feed', recordId: feed.id }, auditedEveryMs)
  const entries = await entriesOf(reader, feed)
  const text = writeFeed(file, {
    id: `feed-${feed.id}-${Date.parse(feed.created_at).toString(36)}`,
    title: entries ? feed.name : `${feed.name} ${noLonger[ctx.locale]}`,
    at: feed.created_at,
    entries: entries ?? [],
    publicUrl,
    selfUrl: `${publicUrl}/v1/feed/${token}/${file}`,
  })
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}
