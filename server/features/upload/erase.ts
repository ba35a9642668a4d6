import { type ErasureAdapter, type ErasureDecision, idsOf } from '#server/features/erasure/erasure.service.ts'
import { releaseFiles } from '#server/platform/blob/removed-files.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findUploadsOf, readUploadsOf, removeUploads, unlinkPersonsFromUploads } from './erase.queries.ts'

/**
 * Uploads that may name another person of this name: they are retained unless a user decides otherwise. This part must
 * run before links are removed.
 */
export const uploadMaybeErasure: ErasureAdapter = {
  name: 'upload_maybe',
  choices: ['keep', 'delete'],
  find: (ctx, { ids }) => find(ctx, ids, false),
  erase: async (ctx, { ids }, decision) => {
    const { gone } = await remove(ctx, ids, false, decision)
    return { counts: { upload: gone.length }, gone: { noun: 'upload', ids: gone } }
  },
  held: async () => ({}),
}

/** Uploads that link or name an erased person are retained without the link, or deleted with their files. */
export const uploadErasure: ErasureAdapter = {
  name: 'upload',
  choices: ['keep', 'delete'],
  find: (ctx, { ids }) => find(ctx, ids, true),
  erase: async (ctx, { ids }, decision) => {
    const { all, gone } = await remove(ctx, ids, true, decision)
    await unlinkPersonsFromUploads(ctx, ids)
    const counts = { upload: gone.length, upload_link: all.length - gone.length }
    return { counts, gone: { noun: 'upload', ids: gone } }
  },
  held: async (ctx, { ids }) => ({ uploads: await readUploadsOf(ctx, ids) }),
}

async function find(ctx: Ctx, ids: readonly number[], isCertain: boolean) {
  const all = await findUploadsOf(ctx, ids, { isCertain })
  return { count: all.length, items: all.slice(0, 100).map(each => ({ noun: 'upload', ...each })) }
}

async function remove(ctx: Ctx, ids: readonly number[], isCertain: boolean, decision: ErasureDecision) {
  const all = (await findUploadsOf(ctx, ids, { isCertain })).map(upload => upload.id)
  const gone = idsOf(all, 'delete', decision)
  await releaseFiles(ctx, await removeUploads(ctx, gone))
  return { all, gone }
}
