import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { uploaders } from './role.ts'
import { Id, IdParams, Instant } from './wire.ts'

/** Most messages of a conversation that are listed: the newest. */
export const conversationAtMost = 200

export const listConversation = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/upload/{id}/conversation',
  roles: uploaders,
  summary: 'How an upload came by mail, and the other messages of its thread that the reader may read',
  params: IdParams,
  reply: z.strictObject({
    /** Null: it did not come by mail. */
    mail: z.nullable(
      z.strictObject({
        mailbox_name: z.string(),
        to_text: z.string(),
        subject: z.string(),
        message_key: z.nullable(z.string()),
        received_at: z.nullable(Instant),
      }),
    ),
    /** Ordered by date, this upload included; without those that this reader may not read. */
    messages: z.array(
      z.strictObject({
        upload_id: Id,
        title: z.string(),
        from_address: z.string(),
        from_name: z.string(),
        sent_at: z.nullable(Instant),
      }),
    ),
  }),
  errors: ['not_found'],
})
