// Searches the texts that the team writes for names of records, a few at a time.
import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import { weighNames } from '#server/features/namesake/namesake.service.ts'
import { type Dictionary, openDictionary } from '#server/features/word/word.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import { bisectBatch } from '#server/platform/jobs/bisect-batch.ts'
import { quarantine, type Retry, releaseQuarantined } from '#server/platform/jobs/quarantine.ts'
import { findOldTexts, findText, type OwnText, type SearchedText, writeSearched } from './search.queries.ts'

const portion = 50

const ownTextKey = (id: number) => `text:${id}`

/**
 * Searches a few texts; false if nothing was left, or nothing could be written because other transactions change the
 * texts. The mentions and the mark of a searched text are written together, so a killed search leaves its texts
 * unsearched. A text that fails is quarantined.
 */
export async function searchPortion(ctx: Ctx): Promise<boolean> {
  const dictionary = await openDictionary(ctx, 0)
  const texts = await findOldTexts(ctx, dictionary.version, portion)
  const searched: SearchedText[] = []
  const failed: { id: number; error: unknown }[] = []
  for (const text of texts)
    try {
      searched.push(await search(ctx, dictionary, text))
      // Yields between texts, so that the worker's other jobs can run.
      await setImmediate()
    } catch (error) {
      if (isTransient(error)) throw error
      failed.push({ id: text.id, error })
    }
  return await inTransaction(ctx, async ctx => {
    let done = failed.length
    await bisectBatch(
      ctx,
      searched,
      async (ctx, some) => {
        const ids = await writeSearched(ctx, dictionary.version, some)
        await releaseQuarantined(ctx, 'rescan', ids.map(ownTextKey))
        done += ids.length
      },
      async (ctx, { id }, error) => {
        done += 1
        await quarantineText(ctx, id, error)
      },
    )
    for (const { id, error } of failed) await quarantineText(ctx, id, error)
    return done > 0
  })
}

function quarantineText(ctx: Ctx, id: number, error: unknown): Promise<void> {
  return quarantine(ctx, 'rescan', { key: ownTextKey(id), detail: { text_id: id }, error })
}

const Detail = z.object({ text_id: z.int() })

/** Searches a quarantined text again, as it is now; one that changes meanwhile is left to the ordinary search. */
export const retryOwnText: Retry = async (ctx, { detail }) => {
  const { text_id } = Detail.parse(detail)
  const dictionary = await openDictionary(ctx, 0)
  const text = await findText(ctx, text_id)
  if (text) await writeSearched(ctx, dictionary.version, [await search(ctx, dictionary, text)])
  return undefined
}

/** Sensitive words in own texts are no findings. */
async function search(ctx: Ctx, dictionary: Dictionary, text: OwnText): Promise<SearchedText> {
  const { pieces } = text
  const found = pieces.map(piece => dictionary.find(piece).filter(({ kind }) => kind !== 'word'))
  const weighed = await weighNames(ctx, { texts: pieces, found })
  const mentions = new Map<string, SearchedText['mentions'][number]>()
  for (const [at, piece] of pieces.entries())
    for (const { kind, id, start, end } of found[at]!) {
      if (kind === 'word') continue
      const key = `${kind} ${id}`
      const known = mentions.get(key)
      if (known) {
        known.count += 1
        continue
      }
      const { certainty = 'possible', evidence = null } = weighed.get(key) ?? {}
      mentions.set(key, { noun: kind, id, name: piece.slice(start, end), count: 1, certainty, evidence })
    }
  return { ...text, mentions: [...mentions.values()] }
}
