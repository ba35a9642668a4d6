import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { comparePageVersions } from '#contract/diff.api.ts'
import {
  createPage,
  deletePage,
  fetchPage,
  getPage,
  getPageLook,
  getPagePicture,
  getPageTimeline,
  getPageVersion,
  listPageVersions,
  listSites,
  type Page,
  updatePage,
} from '#contract/page.api.ts'
import { call } from '#web/platform/api.ts'
import { endpointQuery, queryClient, refresh } from '#web/platform/query.ts'

const sitesPageSize = 50
const versionPageSize = 100

export const siteSorts = ['-diffs_waiting', '-last_round_at', 'name'] as const
export type SiteSort = (typeof siteSorts)[number]

/** Organisations with a site, for the column next to the pages. */
export function sitesOptions(keyword: string, sort: SiteSort) {
  return infiniteQueryOptions({
    queryKey: ['page', listSites.path, keyword, sort] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { current: pageParam, pageSize: sitesPageSize, sort, ...(keyword && { keyword }) }
      return call(listSites, { query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: last => (last.current * last.pageSize < last.total ? last.current + 1 : undefined),
  })
}

/** One page; its screen reports one that does not exist. */
export function pageOptions(id: number) {
  return { ...endpointQuery(getPage, { params: { id } }) }
}

/** Versions of a page, newest first, a hundred at a time. */
export function versionsOptions(id: number) {
  return infiniteQueryOptions({
    queryKey: ['page', listPageVersions.path, id] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { current: pageParam, pageSize: versionPageSize, sort: '-fetched_at' } as const
      return call(listPageVersions, { params: { id }, query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: last => (last.current * last.pageSize < last.total ? last.current + 1 : undefined),
  })
}

/** The content of a version never changes, but the words found in it can. */
export function versionOptions(id: number, versionId: number) {
  return { ...endpointQuery(getPageVersion, { params: { id, version_id: versionId } }), staleTime: 60_000 }
}

/** All versions in brief, for the slider. */
export function timelineOptions(id: number) {
  return endpointQuery(getPageTimeline, { params: { id } })
}

/** The snapshot view of a version never changes, nor do its differences from another version. */
export function snapshotOptions(id: number, versionId: number, since: number | undefined) {
  const query = since === undefined ? {} : { since: String(since) }
  return {
    ...endpointQuery(getPageLook, { params: { id, version_id: versionId }, query }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  }
}

/** The picture of a version never changes. */
export function pictureOptions(id: number, versionId: number) {
  return {
    ...endpointQuery(getPagePicture, { params: { id, version_id: versionId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  }
}

/** The value that the endpoint documents for all rows: more than any page has. */
const allRows = 10_000

/** Two versions row by row, without skipped rows. */
export function comparedOptions(id: number, from: number, to: number) {
  const query = { from: String(from), to: String(to), around: allRows }
  return { ...endpointQuery(comparePageVersions, { params: { id }, query }), staleTime: 60_000, gcTime: 60_000 }
}

async function showSaved(page: Page): Promise<Page> {
  queryClient.setQueryData(endpointQuery(getPage, { params: { id: page.id } }).queryKey, page)
  await refresh('page', 'og')
  return page
}

export const fetchNow = (id: number) => call(fetchPage, { params: { id } }).then(showSaved)

export const setWatched = (id: number, status: 'active' | 'forbidden') =>
  call(updatePage, { params: { id }, body: { status } }).then(showSaved)

export const addPage = (ogId: number, url: string) => call(createPage, { body: { og_id: ogId, url } }).then(showSaved)

export async function forgetPage(id: number): Promise<void> {
  await call(deletePage, { params: { id } })
}

/** After a deletion: removes the page from the cache and reads lists again. */
export function dropPage(client: QueryClient, id: number): void {
  client.removeQueries({ queryKey: endpointQuery(getPage, { params: { id } }).queryKey })
  void refresh('page', 'diff', 'og', 'dashboard')
}
