import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isClientPath } from '#contract/route.ts'

/**
 * The built client: hashed files for ever, its page at each address that is one of its own. Any other is 404, for
 * browsers with the page as body, which says so in its own words.
 */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(serveFiles, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isPage = isClientPath(path)
    const isBrowser = /text\/html/.test(request.headers.accept ?? '')
    if (!isPage && (!isBrowser || /^\/(v1|api|assets)(\/|$)/.test(path))) return reply.callNotFound()
    return reply
      .status(isPage ? 200 : 404)
      .header('cache-control', 'no-cache')
      .sendFile('index.html')
  })
}
