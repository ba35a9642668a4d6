import type { DiffRow } from '#contract/diff.ts'
import type { Mark } from '#contract/page.ts'
import { readStored, type VersionRow } from '#server/features/page/page.ts'
import { findSite } from '#server/features/site/site.ts'
import { marksIn } from '#server/features/word/word.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { rowsApart } from './compare-apart.ts'

/** Rows told at most; a page of more is cut from its end. */
const mostRows = 3_000

/** Two versions of a page row by row, as the site’s present filter leaves them on both sides. */
export async function compareVersions(
  ctx: Ctx,
  ogId: number,
  before: VersionRow | null,
  after: VersionRow | null,
  around: number,
) {
  const { filter } = await findSite(ctx, ogId)
  const read = (version: VersionRow | null) => (version === null || version.is_lost ? null : readStored(ctx, version))
  const [from, to] = await Promise.all([read(before), read(after)])
  const view = await rowsApart(from, to, filter, { around, most: mostRows })
  await mark(ctx, view.rows)
  return view
}

/** Words and names found on both sides, as this reader may see them. */
async function mark(ctx: Ctx, rows: readonly DiffRow[]): Promise<void> {
  const sides = rows.flatMap(row => [row.before, row.after].filter(side => side !== null))
  const marks: Mark[][] = await marksIn(
    ctx,
    sides.map(side => side.text),
  )
  for (const [at, side] of sides.entries()) side.marks = marks[at] ?? []
}
