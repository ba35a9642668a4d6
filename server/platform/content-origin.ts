import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

const ticketPath = /^\/v1\/ticket\/[^/?]+$/

/** What the console's own client fetches stays in its memory; everything else is opened or saved by the browser. */
const isFetched = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-mode'] === undefined || /^(cors|same-origin)$/.test(String(headers['sec-fetch-mode']))

/**
 * Files that people gave leave from an origin of their own where there is one: it has them alone, and the console sends browsers there.
 * Whatever a file did as a page, it would not be on the console's origin.
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
