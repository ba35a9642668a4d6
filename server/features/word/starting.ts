import { bilingual } from '#contract/bilingual.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import type { loadStartingWords as Load } from '#contract/word.api.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { wordKey } from './normalise.ts'
import { addAbsent } from './paste.ts'
import { startingCategories } from './starting-categories.ts'
import { startingWordsOf } from './starting-words.ts'

/** With this note, which the list's search finds, all of them can be selected and deleted again. */
const notes = bilingual('起始词库', 'Starting dictionary')

/** Adds the words that come with the product; existing words stay unchanged. */
export function loadStartingWords(ctx: Ctx, { languages }: Received<typeof Load>['body']): Promise<Reply<typeof Load>> {
  return inTransaction(ctx, async ctx => {
    const words = startingWordsOf(languages).map(({ word, kind, category, level }) => ({
      word,
      key: wordKey(word),
      kind,
      category: category && startingCategories[category][ctx.locale],
      level,
      note: notes[ctx.locale],
    }))
    const added = await addAbsent(ctx, words)
    return { added, existing: words.length - added }
  })
}
