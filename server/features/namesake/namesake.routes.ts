import * as word from '#contract/word.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { tryWords } from './marks.ts'

export function namesakeRoutes(bind: Bind): void {
  bind(word.tryWords, (ctx, { body }) => tryWords(ctx, body.text))
}
