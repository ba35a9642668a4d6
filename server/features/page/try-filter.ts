import type { Reply } from '#contract/endpoint.ts'
import type { trySiteFilter } from '#contract/site.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { runInThread } from '#server/text/extract-apart.ts'
import type { SiteFilter } from '#server/text/site-filter.ts'
import { readStored } from './archive/stored.ts'
import { findFirstVersion, findVersionPage, findVersionsById } from './page.queries.ts'

const mostBlocks = 2_000

/** The effect of a filter on a stored version: the page's blocks, each retained or removed. */
export async function tryFilter(
  ctx: Ctx,
  ogId: number,
  filter: SiteFilter,
  versionId: number | undefined,
): Promise<Reply<typeof trySiteFilter>> {
  const id = versionId ?? (await findFirstVersion(ctx, ogId))
  const page = id === undefined ? undefined : await findVersionPage(ctx, id)
  if (id === undefined || !page)
    return { version_id: null, url: null, blocks: [], kept_chars: 0, dropped_chars: 0, idle: [] }
  if (page.og.id !== ogId) throw new AppError('not_found')
  const [version] = await findVersionsById(ctx, page, [id])
  if (!version) throw new AppError('not_found')
  const { blocks, keptChars, droppedChars, idle } = await runInThread(
    await readStored(ctx, version),
    filter,
    mostBlocks,
  )
  return { version_id: id, url: page.url, blocks, kept_chars: keptChars, dropped_chars: droppedChars, idle }
}
