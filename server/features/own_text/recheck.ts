import { differencesOf, keysIn, type TextCheck, withFreshDictionary } from '#server/features/word/word.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { markUnsearched, sampleTexts } from './search.queries.ts'

/**
 * The nightly check: searches a sample of own texts that count as searched again with a newly built dictionary; texts
 * with differences are marked for another search.
 */
export async function recheckOwnTexts(ctx: Ctx, size: number): Promise<TextCheck> {
  const wrong: number[] = []
  const check = await withFreshDictionary(ctx, async dictionary => {
    const texts = await sampleTexts(ctx, dictionary.version, size)
    const examples: TextCheck['examples'] = []
    for (const { id, kind, record_id, comment_id, pieces, found } of texts) {
      const now = keysIn(dictionary, pieces).filter(key => !key.startsWith('word '))
      const key = [kind, record_id, ...(comment_id === null ? [] : [comment_id])].join(':')
      const differences = differencesOf(key, found, now)
      if (differences.length > 0) wrong.push(id)
      // A note may be private: administrators see that it differs, but no name of it.
      examples.push(...differences.map(each => (kind === 'note' ? { ...each, of: null } : each)))
    }
    return { sampled: texts.length, examples }
  })
  if (check.examples.length > 0) await markUnsearched(ctx, wrong)
  return check
}
