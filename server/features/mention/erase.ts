import { type ErasureAdapter, type ErasureDecision, idsOf } from '#server/features/erasure/erasure.service.ts'
import { deleteMentionsOfPersons } from '#server/features/namesake/namesake.service.ts'
import { removeVersions } from '#server/features/page/page.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findVersionsNaming, readMentionsOf, removeMentionsOf } from './erase.queries.ts'
import { cachedExcerpt } from './mention.service.ts'

/** The most mentions in a copy; the excerpt of each is read from its snapshot. */
const maxCopiedMentions = 2_000

/**
 * Pages are a public record: their versions stay unless the administrator decides to remove those that name the person.
 */
export const pageErasure: ErasureAdapter = {
  name: 'page',
  choices: ['keep', 'remove'],
  find: (ctx, { ids }) => find(ctx, ids, true),
  erase: async (ctx, { ids }, decision) => ({ counts: { page_version: await remove(ctx, ids, true, decision) } }),
  held: async (ctx, { ids }) => {
    const mentions: unknown[] = []
    for (const row of await readMentionsOf(ctx, ids, maxCopiedMentions)) {
      const { hash, text_blob, content_type, charset, final_url, is_lost, ...rest } = row
      const stored = { hash, text_blob, content_type, charset, final_url }
      const excerpt = is_lost ? null : await cachedExcerpt(ctx, row.name, [], stored)
      mentions.push({ ...rest, excerpt: excerpt?.text ?? null })
    }
    return { mentions }
  },
}

/**
 * Versions that may name another person with the same name: they stay unless decided otherwise; the mentions are
 * removed.
 */
export const pageMaybeErasure: ErasureAdapter = {
  name: 'page_maybe',
  choices: ['keep', 'remove'],
  find: (ctx, { ids }) => find(ctx, ids, false),
  erase: async (ctx, { ids }, decision) => {
    const page_version = await remove(ctx, ids, false, decision)
    // Uploads are erased after pages: the evidence of their mentions is removed here too.
    await deleteMentionsOfPersons(ctx, ids)
    return { counts: { page_version, mention: await removeMentionsOf(ctx, ids) } }
  },
  held: async () => ({}),
}

async function find(ctx: Ctx, ids: readonly number[], isCertain: boolean) {
  const versions = await findVersionsNaming(ctx, ids, { isCertain })
  const items = versions.slice(0, 100).map(({ id, title, at }) => ({ noun: 'page_version', id, title, at }))
  return { count: versions.length, items }
}

async function remove(
  ctx: Ctx,
  ids: readonly number[],
  isCertain: boolean,
  decision: ErasureDecision,
): Promise<number> {
  const versions = await findVersionsNaming(ctx, ids, { isCertain })
  const all = versions.map(version => version.id)
  const gone = new Set(idsOf(all, 'remove', decision))
  const removed = versions.filter(version => gone.has(version.id))
  await removeVersions(ctx, removed)
  return removed.length
}
