import { isPartlyRead } from '#contract/text-counts.ts'
import { openStored, type PageVersionRow } from '#server/features/page/page.service.ts'
import { findSite } from '#server/features/site/site.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { CaptureLost } from '#server/store/store.ts'
import { type FiguresOfPage, figuresOf } from '#server/text/figures.ts'
import type { ReadVersion } from './series.ts'

/** Versions whose bytes are in memory together. */
const batchSize = 20

export type ReadVersions = {
  versions: ReadVersion[]
  /** Versions whose bytes are no longer stored, and those that were read only in part. */
  lost: number
  partial: number
}

/** The figures of versions, in the order of their time. */
export async function readVersions(ctx: Ctx, ogId: number, versions: readonly PageVersionRow[]): Promise<ReadVersions> {
  const ordered = versions.toSorted((a, b) => a.first_seen_at.localeCompare(b.first_seen_at) || a.id - b.id)
  const read: ReadVersions = { versions: [], lost: 0, partial: 0 }
  for (let at = 0; at < ordered.length; at += batchSize) {
    const batch = ordered.slice(at, at + batchSize)
    const reading = await openFigures(ctx, ogId, batch)
    for (const version of batch) {
      const found = await reading(version)
      if (!found) read.lost += 1
      else {
        const { id, first_seen_at, last_seen_at } = version
        read.versions.push({ id, at: first_seen_at, until: last_seen_at, figures: found.figures })
        if (found.isCut) read.partial += 1
      }
    }
  }
  return read
}

/** The figures of one version; null if its bytes are no longer stored. */
export async function readFigures(ctx: Ctx, ogId: number, version: PageVersionRow): Promise<FiguresOfPage | null> {
  return await (await openFigures(ctx, ogId, [version]))(version)
}

async function openFigures(ctx: Ctx, ogId: number, versions: readonly PageVersionRow[]) {
  const { filter } = await findSite(ctx, ogId)
  const open = await openStored(ctx, versions)
  return async (version: PageVersionRow): Promise<FiguresOfPage | null> => {
    try {
      const { figures, isCut } = figuresOf(await open(version, filter))
      return { figures, isCut: isCut || isPartlyRead(version.text_counts) }
    } catch (error) {
      if (error instanceof CaptureLost) return null
      throw error
    }
  }
}
