import * as mention from '#contract/mention.api.ts'
import { decideMention } from '#server/features/namesake/namesake.service.ts'
import { isOwnTextThere } from '#server/features/own_text/own_text.service.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { listMentions } from './mention.service.ts'

export function mentionRoutes(bind: Bind): void {
  bind(mention.decideMention, (ctx, { body }) => decideMention(ctx, body, isOwnTextThere))
  bind(mention.listMentions, (ctx, { query }) => listMentions(ctx, query))
}
