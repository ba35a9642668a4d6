import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { recordEntities } from './registry.ts'
import { ogReaders } from './role.ts'
import { VisibleUser } from './user.api.ts'
import { Id, PathId, Text } from './wire.ts'

/** Maximum number of colleagues that a record can be sent to at once. */
export const mostSentTo = 20

export const listSendReaders = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/send/reader',
  roles: ogReaders,
  summary: 'Users who may read a record, so that it can be sent to them',
  query: z.strictObject({ noun: z.enum(recordEntities), record_id: PathId }),
  reply: z.array(VisibleUser),
  errors: ['invalid', 'not_found'],
})

/**
 * Sending requires that every named user may read the record: one who may not refuses the whole request, and no one is
 * notified. The members of a group who may not read it are left out.
 */
export const sendRecord = endpoint({
  method: 'POST',
  path: '/v1/send',
  roles: ogReaders,
  bound: 'comment',
  summary:
    'Send a record with a note to colleagues and groups who may read it; each is notified, and the audit log records it',
  body: z.strictObject({
    noun: z.enum(recordEntities),
    record_id: Id,
    users: z._default(z.array(Id).check(z.maxLength(mostSentTo)), []),
    /** Those members who may read the record at this moment; the others are left out without a word. */
    groups: z._default(z.array(Id).check(z.maxLength(mostSentTo)), []),
    note: Text(1_000),
  }),
  reply: z.strictObject({ sent: z.int() }),
  errors: ['invalid', 'not_found'],
})
