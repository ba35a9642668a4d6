import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import type { Ctx } from '#server/platform/ctx.ts'
import { openFetcher } from '#server/platform/fetcher/fetch.ts'
import { type Lookup, openGuard } from '#server/platform/fetcher/guard.ts'
import { deliver } from './deliver.ts'
import { claimDeliveries } from './delivery.queries.ts'

export type ReceivedPost = { path: string; headers: IncomingHttpHeaders; body: string; at: number }

/** A receiver of webhooks on loopback; `answer` replies to each request, 204 by default. */
export async function openReceiver(
  answer: (post: ReceivedPost, reply: ServerResponse) => void = (_, reply) => reply.writeHead(204).end(),
) {
  const posts: ReceivedPost[] = []
  const server: Server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const post = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        at: performance.now(),
      }
      posts.push(post)
      answer(post, reply)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    posts,
    url: `http://127.0.0.1:${port}/hook`,
    port,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const idOf = (post: ReceivedPost) => String(post.headers['webhook-id'])
export const dataOf = (post: ReceivedPost) => JSON.parse(post.body)

/** Throws if the signature is not valid. */
export function verify(secret: string, { body, headers }: ReceivedPost): unknown {
  return new Verifier(secret).verify(body, headers as Record<string, string>)
}

export function openSender({ allow = ['127.0.0.0/8'], lookup }: { allow?: string[]; lookup?: Lookup } = {}) {
  const guard = openGuard({ allow, ...(lookup && { lookup }) })
  const fetcher = openFetcher(guard, { agentName: 'OgGroupWebhook/test', connectMs: 2_000, connections: 16 })
  return { post: fetcher.post, publicUrl: 'https://console.example', close: fetcher.close }
}

/** Sends everything that is due, until nothing is; as the worker does, in turns. */
export async function deliverAll(ctx: Ctx, deps: Parameters<typeof deliver>[2]): Promise<number> {
  for (let count = 0; ; ) {
    const claimed = await claimDeliveries(ctx, 50)
    if (claimed.length === 0) return count
    count += claimed.length
    await Promise.all(claimed.map(each => deliver(ctx, each, deps)))
  }
}
