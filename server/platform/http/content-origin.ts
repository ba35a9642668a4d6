import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

const ticketPath = /^\/v1\/ticket\/[^/?]+$/

/** A fetch by the console's own client stays in its memory; every other request is opened or saved by the browser. */
const isFetched = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-mode'] === undefined || /^(cors|same-origin)$/.test(String(headers['sec-fetch-mode']))

/**
 * Serves uploaded files from a separate origin if one is configured: that origin serves nothing else, and the console
 * redirects browsers there. A file that runs as a page is then not on the console's origin.
 */
export function separateContent(app: FastifyInstance, contentOrigin: string): void {
  const { host, origin } = new URL(contentOrigin)
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isTicket = ticketPath.test(path)
    if (withoutRootDot(request.host) === host) {
      if (!isTicket) throw new AppError('not_found')
    } else if (isTicket && !isFetched(request)) return reply.redirect(`${origin}${path}`, 307)
  })
}

/** A name with a dot at its end leads to the same place. */
const withoutRootDot = (host: string) => host.replace(/\.(?=$|:\d+$)/, '')
