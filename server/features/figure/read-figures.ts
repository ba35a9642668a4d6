import { openStored, type PageVersionRow } from '#server/features/page/page.service.ts'
import { findSite } from '#server/features/site/site.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { figuresOf, type PageFigure } from '#server/text/figures.ts'
import type { ReadVersion } from './series.ts'

/** Versions whose bytes are in memory together. */
const batchSize = 20

/** The figures of versions, in the order of their time. */
export async function readVersions(
  ctx: Ctx,
  ogId: number,
  versions: readonly PageVersionRow[],
): Promise<ReadVersion[]> {
  const ordered = versions.toSorted((a, b) => a.first_seen_at.localeCompare(b.first_seen_at) || a.id - b.id)
  const { filter } = await findSite(ctx, ogId)
  const read: ReadVersion[] = []
  for (let at = 0; at < ordered.length; at += batchSize) {
    const batch = ordered.slice(at, at + batchSize)
    const open = await openStored(ctx, batch)
    for (const version of batch)
      read.push({
        id: version.id,
        at: version.first_seen_at,
        until: version.last_seen_at,
        figures: figuresOf(await open(version, filter)),
      })
  }
  return read
}

/** The figures of one version. */
export async function readFigures(ctx: Ctx, ogId: number, version: PageVersionRow): Promise<readonly PageFigure[]> {
  const [read] = await readVersions(ctx, ogId, [version])
  return read?.figures ?? []
}
