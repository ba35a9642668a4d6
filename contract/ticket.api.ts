import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './wire.ts'

/** A link that downloads a file once, without a session, until `expires_at`. */
export const Ticket = z.strictObject({ url: z.string(), expires_at: Instant })
export type Ticket = z.output<typeof Ticket>

export const readTicket = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/ticket/{token}',
  roles: 'public',
  summary: 'The file of a ticket as a download; the requester of the ticket must still be allowed to read it',
  params: z.strictObject({ token: z.string().check(z.maxLength(100)) }),
  replies: 'stream',
  reply: z.unknown(),
  errors: ['not_found'],
})
