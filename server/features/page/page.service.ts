import type { Received, Reply } from '#contract/endpoint.ts'
import type * as contract from '#contract/page.api.ts'
import type { Page, PageQuery, PageVersion } from '#contract/page.api.ts'
import type { trySiteFilter } from '#contract/site.api.ts'
import type { ListPage as PageOf } from '#contract/wire.ts'
import { getOg } from '#server/features/og/og.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { runInThread } from '#server/text/extract-apart.ts'
import type { SiteFilter } from '#server/text/site-filter.ts'
import { hostsOf, inScope, urlKey } from '#server/text/url.ts'
import { readStoredPage } from './archive/stored.ts'
import { pageActs } from './page.policy.ts'
import {
  findFirstVersion,
  findPage,
  findPageByKey,
  findPages,
  findPageVersions,
  findTimeline,
  findVersionPage,
  findVersionsById,
  insertPage,
  isEvidence,
  type PageRow,
  type PageVersionRow,
  removePage,
  setPageStatus,
} from './page.queries.ts'
import { findSites } from './site.queries.ts'

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
    await readStoredPage(ctx, version),
    filter,
    mostBlocks,
  )
  return { version_id: id, url: page.url, blocks, kept_chars: keptChars, dropped_chars: droppedChars, idle }
}

function forReader(ctx: Ctx, { url_key: _key, depth: _depth, protection, ...page }: PageRow): Page {
  return { ...page, can: pageActs(ctx.actor, protection) }
}

export async function listPages(ctx: Ctx, query: PageQuery): Promise<PageOf<Page>> {
  const page = await findPages(ctx, query)
  return { ...page, items: page.items.map(row => forReader(ctx, row)) }
}

export async function listSites(ctx: Ctx, query: Received<typeof contract.listSites>['query']) {
  const page = await findSites(ctx, query)
  return {
    ...page,
    items: page.items.map(({ host, entrances, ...site }) => ({ ...site, hosts: hostsOf({ host, entrances }) })),
  }
}

/** Returns the page if this reader may read it, else throws not found. */
export async function needPage(ctx: Ctx, id: number): Promise<PageRow> {
  const page = await findPage(ctx, id)
  if (!page) throw new AppError('not_found')
  return page
}

export async function getPage(ctx: Ctx, id: number): Promise<Page> {
  return forReader(ctx, await needPage(ctx, id))
}

export async function createPage(
  ctx: Ctx,
  { og_id, url }: Received<typeof contract.createPage>['body'],
  fetchNow: (ctx: Ctx, page: PageRow) => Promise<void>,
): Promise<Page> {
  const og = await getOg(ctx, og_id)
  if (!og.can.includes('update')) throw new AppError('forbidden_record')
  const key = urlKey(url)
  if (key === null) throw fieldError('url', 'url')
  if (!inScope(url, hostsOf(og))) throw fieldError('url', 'out_of_site')
  return await inTransaction(ctx, async ctx => {
    if (await findPageByKey(ctx, og_id, key)) throw new AppError('duplicate', { value: url })
    const page = await needPage(ctx, await insertPage(ctx, og_id, { url, url_key: key }))
    await fetchNow(ctx, page)
    return forReader(ctx, page)
  })
}

export async function updatePage(ctx: Ctx, id: number, { status }: { status: 'active' | 'forbidden' }): Promise<Page> {
  const page = await needPage(ctx, id)
  await setPageStatus(ctx, page, status)
  return await getPage(ctx, id)
}

export function deletePage(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const page = await needPage(ctx, id)
    if (await isEvidence(ctx, page)) throw new AppError('wrong_state')
    await removePage(ctx, page)
    return null
  })
}

export async function fetchPageNow(
  ctx: Ctx,
  id: number,
  fetchNow: (ctx: Ctx, page: PageRow) => Promise<void>,
): Promise<Page> {
  const page = await needPage(ctx, id)
  if (!pageActs(ctx.actor, page.protection).includes('fetch')) throw new AppError('forbidden_record')
  if (page.status === 'forbidden') throw new AppError('wrong_state')
  await fetchNow(ctx, page)
  return forReader(ctx, page)
}

export async function listPageVersions(
  ctx: Ctx,
  id: number,
  query: { current: number; pageSize: number },
): Promise<PageOf<PageVersion>> {
  const page = await findPageVersions(ctx, await needPage(ctx, id), query)
  return { ...page, items: page.items.map(version => versionForReader(ctx, version)) }
}

/** All versions in short form, which is sufficient for a slider. */
export async function getPageTimeline(ctx: Ctx, id: number): Promise<Reply<typeof contract.getPageTimeline>> {
  return await findTimeline(ctx, await needPage(ctx, id))
}

/** The version for a reader; only users who may review see the difference that led to it. */
export function versionForReader(
  ctx: Ctx,
  { og_id: _og, headers: _headers, hops: _hops, text_blob: _text, ...version }: PageVersionRow,
): PageVersion {
  return { ...version, diff_id: ctx.actor.role === 'admin' ? version.diff_id : null }
}

export async function needVersion(ctx: Ctx, page: PageRow, versionId: number): Promise<PageVersionRow> {
  const [version] = await findVersionsById(ctx, page, [versionId])
  if (!version) throw new AppError('not_found')
  return version
}

/** Used by other features: reading and removing stored versions of a page. */
export { extractStored, openStored, readStoredPage } from './archive/stored.ts'
export { type PageVersionRef, removeVersions } from './erase.queries.ts'
export { findPage as findPageOf, findVersionsById, type PageVersionRow } from './page.queries.ts'
