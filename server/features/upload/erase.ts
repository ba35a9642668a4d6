import { type ErasureKit, idsOf } from '#server/features/erasure/erasure.ts'
import { findUploadsOf, readUploadsOf, removeUploads, unlinkPersons } from './erase-queries.ts'

/** Uploads that link or name an erased person stay without the link, or go with their files. */
export const uploadErasure: ErasureKit = {
  name: 'upload',
  choices: ['keep', 'delete'],
  find: async (ctx, { ids }) => {
    const all = await findUploadsOf(ctx, ids)
    return { count: all.length, items: all.slice(0, 100).map(each => ({ noun: 'upload', ...each })) }
  },
  erase: async (ctx, { ids }, decision) => {
    const all = (await findUploadsOf(ctx, ids)).map(upload => upload.id)
    const gone = idsOf(all, 'delete', decision)
    for (const key of await removeUploads(ctx, gone)) await ctx.blobs.remove(key)
    await unlinkPersons(ctx, ids)
    const counts = { upload: gone.length, upload_link: all.length - gone.length }
    return { counts, gone: { noun: 'upload', ids: gone } }
  },
  held: async (ctx, { ids }) => ({ uploads: await readUploadsOf(ctx, ids) }),
}
