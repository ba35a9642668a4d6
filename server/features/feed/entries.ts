import type { Feed } from '#contract/feed.api.ts'
import { listScreenings } from '#server/features/screening/screening.service.ts'
import { findNewestResults } from '#server/features/search/search.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findDiffs, findSubjectName } from './feed.queries.ts'

export type FeedEntry = {
  /** Unchanged for the same thing, as long as it exists. */
  id: string
  title: string
  text: string
  /** The path of its page in the console. */
  path: string
  at: string
}

const most = 50

/** The newest entries that the reader (the context's actor) may read; undefined if the subject itself is unreadable. */
export async function entriesOf(ctx: Ctx, { kind, subject_id: id }: Feed): Promise<FeedEntry[] | undefined> {
  if (kind === 'screening') return await hitsOf(ctx)
  if (id === null || (await findSubjectName(ctx, kind, id)) === undefined) return undefined
  return kind === 'og' ? await diffsOf(ctx, id) : await resultsOf(ctx, id)
}

async function hitsOf(ctx: Ctx): Promise<FeedEntry[]> {
  const { items } = await listScreenings(ctx, { state: ['open'], sort: '-found_at', current: 1, pageSize: most })
  return items.map(hit => ({
    id: `hit-${hit.id}`,
    title: `${hit.record.name} – ${hit.caption}`,
    text: `${hit.list.name}, ${Math.round(hit.score * 100)}`,
    path: `/admin/screening?noun=${hit.noun}&record_id=${hit.record.id}`,
    at: hit.found_at,
  }))
}

async function diffsOf(ctx: Ctx, ogId: number): Promise<FeedEntry[]> {
  return (await findDiffs(ctx, ogId, most)).map(diff => ({
    id: `diff-${diff.id}`,
    title: diff.title,
    text: diff.excerpt ? `${diff.excerpt}\n${diff.url}` : diff.url,
    path:
      ctx.actor.role === 'admin'
        ? `/admin/diff/detail?id=${diff.id}`
        : `/admin/page/${diff.page_id}${diff.version === null ? '' : `?version=${diff.version}`}`,
    at: diff.at,
  }))
}

async function resultsOf(ctx: Ctx, savedSearch: number): Promise<FeedEntry[]> {
  return (await findNewestResults(ctx, savedSearch, most)).map(({ noun, id, title, at }) => ({
    id: `${noun}-${id}`,
    title,
    text: title,
    path: `${pathOf[noun] ?? `/${noun}/`}${id}`,
    at,
  }))
}

/** Pages of entities whose path is not their name; uploads are opened from their list. */
const pathOf: Partial<Record<string, string>> = {
  source: '/admin/source/',
  page: '/admin/page/',
  upload: '/upload?id=',
}
