import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { editors } from './role.ts'
import { Ticket } from './ticket.api.ts'
import { PathId } from './wire.ts'

export const createPageLookTicket = endpoint({
  method: 'POST',
  path: '/v1/page/{id}/version/{version_id}/look/ticket',
  roles: editors,
  bound: 'ticket',
  summary: 'A ticket for one display of a version as it looked, on the origin for files; its address is absolute',
  params: z.strictObject({ id: PathId, version_id: PathId }),
  query: z.strictObject({ since: z.optional(PathId) }),
  reply: Ticket,
  errors: ['not_found', 'invalid', 'wrong_state'],
})
