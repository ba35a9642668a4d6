import * as mention from '#contract/mention.ts'
import { decideMention } from '#server/features/namesake/namesake.ts'
import type { Bind } from '#server/platform/http.ts'
import { listMentions } from './mention.ts'

export function mentionRoutes(bind: Bind): void {
  bind(mention.decideMention, (ctx, { body }) => decideMention(ctx, body))
  bind(mention.listMentions, (ctx, { query }) => listMentions(ctx, query))
}
