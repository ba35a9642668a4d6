// Stores the bytes of uploads in progress as files of a folder that every API process can access.
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#server/platform/process/folder.ts'
import { hasContent } from '../content.queries.ts'
import { hashOf, threadFromBytes } from './hash.ts'
import { appendTo, partSize } from './part-file.ts'
import type { UploadTarget } from './place.ts'
import { findTransferIds } from './transfer.queries.ts'

const sweepEveryMs = 3_600_000

export function openFolderTarget(folder: string): UploadTarget {
  let sweptAtMs = Number.NEGATIVE_INFINITY
  const pathOf = (id: string) => join(folder, id)
  return {
    async begin(id) {
      await makeFolder(folder)
      await writeFile(pathOf(id), '')
    },
    async sizes(_ctx, ids) {
      return new Map(await Promise.all(ids.map(async id => [id, await partSize(pathOf(id))] as const)))
    },
    append: (_ctx, { id, size }, part, source, { renew }) =>
      appendTo(pathOf(id), { ...part, hashAhead: size >= threadFromBytes }, source, renew),
    async store(ctx, { id, size }, blobKey) {
      const sha256 = await hashOf(pathOf(id), size)
      const isStored = !(await hasContent(ctx, sha256))
      if (isStored) await ctx.blobs.putFile(blobKey, pathOf(id))
      return { sha256, isStored }
    },
    forget: (_ctx, id) => rm(pathOf(id), { force: true }),
    /** Deletes files whose transfer has ended in any way. */
    async sweep(ctx) {
      if (performance.now() - sweptAtMs < sweepEveryMs) return
      sweptAtMs = performance.now()
      const names = await readdir(folder).catch(() => [] as string[])
      const known = await findTransferIds(ctx, names)
      for (const name of names.filter(name => !known.has(name))) {
        const changedAt = (await stat(pathOf(name)).catch(() => null))?.mtime.getTime() ?? 0
        if (ctx.now().getTime() - changedAt > sweepEveryMs) await rm(pathOf(name), { force: true })
      }
    },
  }
}
