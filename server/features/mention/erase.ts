import { type ErasureKit, idsOf } from '#server/features/erasure/erasure.ts'
import { removeVersions } from '#server/features/page/page.ts'
import { findVersionsNaming, readMentionsOf, removeMentionsOf } from './erase-queries.ts'
import { knownExcerpt } from './mention.ts'

/** Mentions in a copy; each has its excerpt read from the capture. */
const heldAtMost = 2_000

/** Pages are a public record: their versions stay unless the administrator has those removed that name the person. */
export const pageErasure: ErasureKit = {
  name: 'page',
  choices: ['keep', 'remove'],
  find: async (ctx, { ids }) => {
    const versions = await findVersionsNaming(ctx, ids)
    const items = versions.slice(0, 100).map(({ id, title }) => ({ noun: 'page_version', id, title }))
    return { count: versions.length, items }
  },
  erase: async (ctx, { ids }, decision) => {
    const versions = await findVersionsNaming(ctx, ids)
    const gone = new Set(
      idsOf(
        versions.map(version => version.id),
        'remove',
        decision,
      ),
    )
    const removed = versions.filter(version => gone.has(version.id))
    await removeVersions(ctx, removed)
    return { counts: { page_version: removed.length, mention: await removeMentionsOf(ctx, ids) } }
  },
  held: async (ctx, { ids }) => {
    const mentions: unknown[] = []
    for (const row of await readMentionsOf(ctx, ids, heldAtMost)) {
      const { hash, text_blob, content_type, charset, final_url, is_lost, ...rest } = row
      const stored = { hash, text_blob, content_type, charset, final_url }
      const excerpt = is_lost ? null : await knownExcerpt(ctx, row, stored)
      mentions.push({ ...rest, excerpt: excerpt?.text ?? null })
    }
    return { mentions }
  },
}
