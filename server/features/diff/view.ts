import type { DiffRow } from '#contract/diff.api.ts'
import { marksIn, type TextOf } from '#server/features/namesake/namesake.service.ts'
import { type PageVersionRow, readStoredPage } from '#server/features/page/page.service.ts'
import { findSite } from '#server/features/site/site.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { SharedTexts } from '#server/text/shared-texts.ts'
import type { PageSource } from '#server/text/source.ts'
import { diffRowsInThread } from './compare-apart.ts'

/** Longer pages are compared in a worker thread, because other requests wait for this process. */
const spotChars = 40_000
/** Most rows returned; a longer page is cut at its end. */
const mostRows = 3_000

/**
 * The number of characters that `compareVersions` states for the same two sides. Texts that pages share decide the parts of
 * the changes, not their size.
 */
export async function countChanges(
  ctx: Ctx,
  ogId: number,
  before: PageSource,
  after: PageSource,
): Promise<{ added: number; removed: number }> {
  const { filter } = await findSite(ctx, ogId)
  const { added, removed } = await diffRowsInThread(before, after, { filter }, { around: 0, most: 0 }, { spotChars })
  return { added, removed }
}

/**
 * Compares two versions of a page row by row, with the site’s present filter and the texts that its pages shared applied to
 * both sides.
 */
export async function compareVersions(
  ctx: Ctx,
  { ogId, pageId }: { ogId: number; pageId: number },
  before: PageVersionRow | null,
  after: PageVersionRow | null,
  { around, shared }: { around: number; shared: SharedTexts },
) {
  const { filter } = await findSite(ctx, ogId)
  const read = (version: PageVersionRow | null) =>
    version === null || version.is_lost ? null : readStoredPage(ctx, version)
  const [from, to] = await Promise.all([read(before), read(after)])
  const view = await diffRowsInThread(from, to, { filter, shared }, { around, most: mostRows }, { spotChars })
  // If both versions have a name, the newer version determines its certainty.
  const versions = [after, before].flatMap(version => version?.id ?? [])
  await mark(ctx, view.rows, { page: pageId, versions, site: ogId })
  return view
}

/** Marks words and names on both sides, as far as this reader may see them. */
async function mark(ctx: Ctx, rows: readonly DiffRow[], of: TextOf): Promise<void> {
  const sides = rows.flatMap(row => [row.before, row.after].filter(side => side !== null))
  const { marks } = await marksIn(
    ctx,
    sides.map(side => side.text),
    of,
  )
  for (const [at, side] of sides.entries()) side.marks = marks[at] ?? []
}
