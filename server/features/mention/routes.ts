import * as mention from '#contract/mention.ts'
import type { Bind } from '#server/platform/http.ts'
import { listMentions } from './mention.ts'

export function mentionRoutes(bind: Bind): void {
  bind(mention.listMentions, (ctx, { query }) => listMentions(ctx, query))
}
