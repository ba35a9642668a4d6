import type { Reply } from '#contract/endpoint.ts'
import { conversationAtMost, type listConversation } from '#contract/upload-mail.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findMail, findThread } from './mail.queries.ts'
import { getUpload } from './upload.service.ts'

/** The thread of an upload that came by mail, without messages that the reader may not read. */
export async function readConversation(ctx: Ctx, id: number): Promise<Reply<typeof listConversation>> {
  await getUpload(ctx, id)
  const found = await findMail(ctx, id)
  if (!found) return { mail: null, messages: [] }
  const { thread, ...mail } = found
  return { mail, messages: await findThread(ctx, thread, conversationAtMost) }
}
