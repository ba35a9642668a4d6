import * as word from '#contract/word.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { bulkWord, createWord, deleteWord, getWord, listWords, updateWord } from './edit.ts'
import { findHitsBy, findHitsByDay, readRescan } from './hit.queries.ts'
import { pasteWords } from './paste.ts'
import { loadStartingWords } from './starting.ts'
import { findCategories } from './word.queries.ts'

export function wordRoutes(bind: Bind): void {
  bind(word.listWordCategories, async ctx => ({ items: await findCategories(ctx) }))
  bind(word.listWordHits, (ctx, { query }) =>
    query.by === 'day' ? findHitsByDay(ctx, query) : findHitsBy(ctx, { ...query, by: query.by }),
  )
  bind(word.getRescan, ctx => readRescan(ctx))
  bind(word.pasteWords, (ctx, { body }) => pasteWords(ctx, body))
  bind(word.loadStartingWords, (ctx, { body }) => loadStartingWords(ctx, body))
  bind(word.bulkWord, (ctx, { body }) => bulkWord(ctx, body))
  bind(word.listWords, (ctx, { query }) => listWords(ctx, query))
  bind(word.createWord, (ctx, { body }) => createWord(ctx, body))
  bind(word.getWord, (ctx, { params }) => getWord(ctx, params.id))
  bind(word.updateWord, (ctx, { params, body }) => updateWord(ctx, params.id, body))
  bind(word.deleteWord, (ctx, { params }) => deleteWord(ctx, params.id))
}
