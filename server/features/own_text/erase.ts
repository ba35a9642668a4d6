import type { ErasureAdapter } from '#server/features/erasure/erasure.service.ts'
import { readTextsNaming, removeMentionsOf } from './erase.queries.ts'

/** The most mentions in a copy. */
const maxCopiedMentions = 2_000
const aroundChars = 60

/**
 * Own texts stay: the erasure finds the names in them as passages (`findPassages`), in every spelling that the search for
 * names has found (`findSubject`), and an administrator decides on each. The mentions are removed.
 */
export const ownTextErasure: ErasureAdapter = {
  name: 'own_text',
  choices: ['keep'],
  find: async () => ({ count: 0, items: [] }),
  erase: async (ctx, { ids }) => ({ counts: { own_text_mention: await removeMentionsOf(ctx, ids) } }),
  held: async (ctx, { ids }) => {
    const texts = await readTextsNaming(ctx, ids, maxCopiedMentions)
    const own_text_mentions = texts.map(({ pieces, ...rest }) => ({ ...rest, excerpt: around(pieces, rest.name) }))
    return { own_text_mentions }
  },
}

function around(pieces: readonly string[], name: string): string | null {
  const piece = pieces.find(each => each.includes(name))
  if (piece === undefined) return null
  const at = piece.indexOf(name)
  return piece.slice(Math.max(0, at - aroundChars), at + name.length + aroundChars).toWellFormed()
}
