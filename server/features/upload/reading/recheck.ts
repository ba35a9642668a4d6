import { differencesOf, keysIn, type TextCheck, withFreshDictionary } from '#server/features/word/word.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { textPartsOf } from './find.ts'
import { markUnsearched, sampleUploads } from './recheck.queries.ts'

/**
 * Searches a sample of uploads that count as searched again with a newly built dictionary; uploads with differences are
 * marked for another search.
 */
export async function recheckUploads(ctx: Ctx, size: number): Promise<TextCheck> {
  const wrong: number[] = []
  const check = await withFreshDictionary(ctx, async dictionary => {
    const uploads = await sampleUploads(ctx, dictionary.version, size)
    const examples: TextCheck['examples'] = []
    for (const { id, found } of uploads) {
      const now = new Set<string>()
      for await (const { text } of textPartsOf(ctx, id)) for (const key of keysIn(dictionary, [text])) now.add(key)
      const differences = differencesOf(`upload:${id}`, found, [...now])
      if (differences.length > 0) wrong.push(id)
      examples.push(...differences)
    }
    return { sampled: uploads.length, examples }
  })
  if (check.examples.length > 0) await markUnsearched(ctx, wrong)
  return check
}
