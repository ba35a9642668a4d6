import type { Reply } from '#contract/endpoint.ts'
import type { listSites, Page, PageVersion } from '#contract/page.api.ts'
import { asOgName } from '#contract/wire.ts'

type SiteRow = Reply<typeof listSites>['items'][number]

/** Records for tests. */
export const aPage = (over: Partial<Page> = {}): Page => ({
  id: 7,
  og: { id: 3, name: asOgName('Alpha Institute') },
  url: 'https://www.alpha.example/about/team',
  title: 'Our team',
  language: 'en',
  status: 'active',
  status_reason: null,
  first_seen_at: '2026-11-01T06:00:00.000Z',
  last_fetched_at: '2026-11-21T06:06:00.000Z',
  last_changed_at: '2026-11-20T06:06:00.000Z',
  versions: 3,
  hits: 2,
  diffs_waiting: 1,
  feed: null,
  last_version_id: 33,
  can: ['update', 'delete', 'fetch'],
  ...over,
})

export const aVersion = (over: Partial<PageVersion> = {}): PageVersion => ({
  id: 33,
  page_id: 7,
  round: 12,
  fetched_at: '2026-11-20T06:06:00.000Z',
  archive: null,
  first_seen_at: '2026-11-20T06:06:00.000Z',
  last_seen_at: '2026-11-21T06:06:00.000Z',
  http_status: 200,
  effective_status: 200,
  quality: 'good',
  quality_reasons: [],
  hash: 'a'.repeat(64),
  text_hash: 'b'.repeat(64),
  size: 24_512,
  title: 'Our team',
  content_type: 'text/html',
  charset: 'utf-8',
  final_url: 'https://www.alpha.example/about/team',
  hits: 2,
  text_counts: null,
  is_evidence: false,
  is_lost: false,
  diff_id: null,
  ...over,
})

export const aSiteRow = (over: Partial<SiteRow> = {}): SiteRow => ({
  og: { id: 3, name: asOgName('Alpha Institute') },
  hosts: ['www.alpha.example'],
  is_on: true,
  next_at: null,
  pages: { active: 240, gone: 3, forbidden: 0, error: 0 },
  version: 11,
  new_version: 12,
  diffs_waiting: 5,
  round: null,
  ...over,
})

export const aSiteRound = (over: Partial<NonNullable<SiteRow['round']>> = {}): NonNullable<SiteRow['round']> => ({
  number: 12,
  state: 'running',
  started_at: '2026-11-21T06:05:00.000Z',
  ended_at: null,
  found: 120,
  waiting: 90,
  fetched: 28,
  failed: 1,
  refused: 1,
  end_reason: null,
  ...over,
})
