import * as feed from '#contract/feed.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './feed.service.ts'

const types = { 'atom.xml': 'application/atom+xml; charset=utf-8', 'feed.json': 'application/feed+json; charset=utf-8' }

export function feedRoutes(bind: Bind, { publicUrl }: { publicUrl: string | undefined }): void {
  bind(feed.listFeeds, ctx => service.listFeeds(ctx))
  bind(feed.createFeed, (ctx, { body }) => service.createFeed(ctx, body))
  bind(feed.deleteFeed, (ctx, { params }) => service.deleteFeed(ctx, params.id))
  bind(feed.readFeed, async (ctx, { params }, { request, reply }) => {
    const base = (publicUrl ?? `${request.protocol}://${request.host}`).replace(/\/$/, '')
    const { text, etag } = await service.readFeed(ctx, params, base)
    reply.headers({ etag, 'cache-control': 'private, no-cache' })
    const known = (request.headers['if-none-match'] ?? '').split(',').map(value => value.trim().replace(/^W\//, ''))
    if (known.includes(etag) || known.includes('*')) return reply.code(304).send()
    return reply.type(types[params.file]).send(text)
  })
}
