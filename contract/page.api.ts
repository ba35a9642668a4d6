import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FeedCounts } from './feed-counts.ts'
import { certainties, MentionedRecord } from './mention.api.ts'
import { SnapshotCounts } from './page-snapshot.ts'
import { partyEntities } from './registry.ts'
import { admins, editors } from './role.ts'
import { TextCounts } from './text-counts.ts'
import {
  Id,
  IdParams,
  Instant,
  listQuery,
  Nothing,
  OgRef,
  PathId,
  pageOf,
  QueryBool,
  Repeated,
  Rev,
  WebAddress,
} from './wire.ts'

export const pageStatuses = ['active', 'gone', 'forbidden', 'error'] as const
export type PageStatus = (typeof pageStatuses)[number]

/** How reliable a snapshot is: a challenge or an error page is `low`, and never counts as a change. */
export const captureQualities = ['good', 'low'] as const

export const Page = z.strictObject({
  id: Id,
  og: OgRef,
  url: z.string(),
  title: z.nullable(z.string()),
  language: z.nullable(z.string()),
  status: z.enum(pageStatuses),
  /** Why it is not active: a code of `fetchReasons` or an HTTP status as `http_404`. */
  status_reason: z.nullable(z.string()),
  first_seen_at: Instant,
  last_fetched_at: z.nullable(Instant),
  last_changed_at: z.nullable(Instant),
  versions: z.int(),
  /** Number of sensitive words in its newest version. */
  hits: z.int(),
  diffs_waiting: z.int(),
  /** Null if the page is no feed. */
  feed: z.nullable(FeedCounts),
  last_version_id: z.nullable(Id),
  can: z.array(z.enum(['update', 'delete', 'fetch'])),
})
export type Page = z.output<typeof Page>

/**
 * The web archive of a version, with the SHA-256 of its file (null if there is no file); null for a version that the
 * collector fetched. `is_clip`: a reader captured it in a browser, whose username is in `file_name`.
 */
const VersionArchive = z.nullable(
  z.strictObject({ file_name: z.string(), sha256: z.nullable(z.string()), is_clip: z.boolean() }),
)

export const PageVersion = z.strictObject({
  id: Id,
  page_id: Id,
  /** The site version (round) that fetched it; 0 if it comes from an archive. */
  round: z.int(),
  fetched_at: Instant,
  /** The archive file that it comes from. It never is the newest version of its page. */
  archive: VersionArchive,
  /** When it was present for the first and the last time: as answered by the site, or as captured in an archive. */
  first_seen_at: Instant,
  last_seen_at: Instant,
  http_status: z.nullable(z.int()),
  /** The status after detection of soft errors: a page that reads “not found” with status 200 counts as 404. */
  effective_status: z.nullable(z.int()),
  quality: z.enum(captureQualities),
  quality_reasons: z.array(z.string()),
  /** SHA-256 of the bytes and of the text, in hexadecimal. */
  hash: z.string(),
  text_hash: z.string(),
  size: z.int(),
  title: z.nullable(z.string()),
  content_type: z.nullable(z.string()),
  charset: z.nullable(z.string()),
  final_url: z.string(),
  hits: z.int(),
  /**
   * How much of a PDF was read: pages that are only pictures, and codes without a known character, are not searched.
   * Null for other pages.
   */
  text_counts: z.nullable(TextCounts),
  /** An event or a report rests on it; it is never pruned. */
  is_evidence: z.boolean(),
  /** Its bytes are missing from the store; only the data of this row is left. */
  is_lost: z.boolean(),
  /** The difference that this version caused, for users who may review. */
  diff_id: z.nullable(Id),
})
export type PageVersion = z.output<typeof PageVersion>

export const pageSortable = ['last_changed_at', 'last_fetched_at', 'first_seen_at', 'url', 'hits', 'versions'] as const

const filter = {
  keyword: listQuery(pageSortable).keyword,
  og_id: z.optional(Repeated(PathId)),
  status: z.optional(Repeated(z.enum(pageStatuses))),
  /** Pages whose newest version contains this sensitive word. */
  word: z.optional(Repeated(PathId)),
  has_hits: z.optional(QueryBool),
  has_changes: z.optional(QueryBool),
  is_feed: z.optional(QueryBool),
  quality: z.optional(z.enum(captureQualities)),
}
export const PageQuery = z.strictObject({ ...listQuery(pageSortable), ...filter })
export type PageQuery = z.output<typeof PageQuery>

export const listPages = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/page',
  roles: admins,
  summary: 'Watched pages',
  query: PageQuery,
  reply: pageOf(Page),
  errors: ['invalid'],
})

export const listSites = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/page/site',
  roles: admins,
  summary: 'Organisations with a watched site, the number of their pages, and the running crawl round',
  query: z.strictObject({ ...listQuery(['name', 'last_round_at', 'diffs_waiting']) }),
  reply: pageOf(
    z.strictObject({
      og: OgRef,
      hosts: z.array(z.string()),
      is_on: z.boolean(),
      next_at: z.nullable(Instant),
      pages: z.strictObject({ active: z.int(), gone: z.int(), forbidden: z.int(), error: z.int() }),
      version: z.int(),
      new_version: z.int(),
      diffs_waiting: z.int(),
      round: z.nullable(
        z.strictObject({
          number: z.int(),
          state: z.string(),
          started_at: Instant,
          ended_at: z.nullable(Instant),
          found: z.int(),
          waiting: z.int(),
          fetched: z.int(),
          failed: z.int(),
          refused: z.int(),
          end_reason: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  errors: ['invalid'],
})

export const getPage = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/page/{id}',
  roles: editors,
  summary: 'One watched page',
  params: IdParams,
  reply: Page,
  errors: ['not_found'],
})

export const createPage = endpoint({
  method: 'POST',
  path: '/v1/page',
  roles: admins,
  bound: 'write',
  summary: 'Watch one address of an organisation’s site; it is fetched immediately',
  body: z.strictObject({ og_id: Id, url: WebAddress }),
  reply: Page,
  errors: ['invalid', 'not_found', 'forbidden', 'duplicate'],
})

export const updatePage = endpoint({
  method: 'PUT',
  path: '/v1/page/{id}',
  roles: admins,
  bound: 'write',
  summary: 'Stop watching a page (`forbidden`), or watch it again (`active`)',
  params: IdParams,
  body: z.strictObject({ status: z.enum(['active', 'forbidden']), rev: Rev }),
  reply: Page,
  errors: ['invalid', 'not_found', 'forbidden'],
})

export const deletePage = endpoint({
  method: 'DELETE',
  path: '/v1/page/{id}',
  roles: admins,
  bound: 'write',
  summary: 'Delete a page and its versions, unless one of them is evidence',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden', 'wrong_state'],
})

export const fetchPage = endpoint({
  method: 'POST',
  path: '/v1/page/{id}/fetch',
  roles: editors,
  bound: 'fetch',
  summary: 'Fetch this page now',
  params: IdParams,
  reply: Page,
  errors: ['not_found', 'forbidden', 'wrong_state'],
})

export const listPageVersions = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/page/{id}/version',
  roles: editors,
  summary: 'Versions of a page, newest first',
  params: IdParams,
  query: z.strictObject(listQuery(['fetched_at'])),
  reply: pageOf(PageVersion),
  errors: ['not_found', 'invalid'],
})

/** One version on the timeline of its page: only the data of its mark, nothing expensive. */
export const TimelineVersion = z.strictObject({
  id: Id,
  round: z.int(),
  fetched_at: Instant,
  http_status: z.nullable(z.int()),
  quality: z.enum(captureQualities),
  hits: z.int(),
  is_evidence: z.boolean(),
  is_lost: z.boolean(),
  archive: VersionArchive,
  /** Whether a picture was kept with it. */
  has_picture: z.boolean(),
  /** Number of characters added and removed; null if there was no difference. */
  change: z.nullable(z.strictObject({ added: z.int(), removed: z.int() })),
})
export type TimelineVersion = z.output<typeof TimelineVersion>

/** Maximum number of versions on a timeline; the newest are shown. */
export const timelineMost = 2_000

export const getPageTimeline = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/page/{id}/timeline',
  roles: editors,
  summary: 'All versions of a page in short form, newest first',
  params: IdParams,
  reply: z.strictObject({ items: z.array(TimelineVersion), total: z.int() }),
  errors: ['not_found'],
})

/** A range in a text, half-open, in UTF-16 units, with a word's level or the record that a name refers to. */
export const TextMark = z.strictObject({
  start: z.int(),
  end: z.int(),
  kind: z.enum(['word', ...partyEntities]),
  id: Id,
  name: z.string(),
  level: z.nullable(z.int()),
  /** For names: how certain it is that the record is meant. */
  certainty: z.optional(z.enum(certainties)),
})
export type TextMark = z.output<typeof TextMark>

const Block = z.strictObject({
  text: z.string(),
  tag: z.string(),
  part: z.enum(['main', 'frame']),
  links: z.array(z.string()),
  marks: z.array(TextMark),
})

export const getPageVersion = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/page/{id}/version/{version_id}',
  roles: editors,
  summary: 'One version: its text with the words and names found, and its sanitised page',
  params: z.strictObject({ id: PathId, version_id: PathId }),
  reply: z.strictObject({
    version: PageVersion,
    blocks: z.array(Block),
    /** Records that it names. */
    names: z.array(MentionedRecord),
    /** Number of blocks left out beyond 5,000. */
    cut: z.int(),
    /** Without scripts, frames, forms and external resources; shown in a sandbox. Null if the content is not HTML. */
    html: z.nullable(z.string()),
  }),
  errors: ['not_found'],
})

export const getPageLook = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/page/{id}/version/{version_id}/look',
  roles: editors,
  summary: 'One version as it looked, sanitised; with `since`, additions and removals since that version are marked',
  params: z.strictObject({ id: PathId, version_id: PathId }),
  query: z.strictObject({ since: z.optional(PathId) }),
  reply: z.strictObject({
    /** For a sandbox, like `html` of a version. Null if the content is not HTML, is lost or takes too long to read. */
    html: z.nullable(z.string()),
    /** False without `since`, and for pages too long to be marked. */
    is_marked: z.boolean(),
    /** Number of marked characters; those that the filters of the site ignore are marked too. */
    marked: z.int(),
    /** Number of characters added and removed since that version, as the comparison of the two states it. */
    added: z.int(),
    removed: z.int(),
    /**
     * The files that were stored with the version; `waiting`: they are still to be fetched. Null if the site keeps
     * none: the page is shown without its styles.
     */
    /** Whether it is displayed from an origin of its own, by `createPageLookTicket`. */
    is_separate: z.boolean(),
    snapshot: z.nullable(z.strictObject({ state: z.enum(['waiting', 'done']), counts: SnapshotCounts })),
  }),
  errors: ['not_found'],
})

export const getPagePicture = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/page/{id}/version/{version_id}/picture',
  roles: editors,
  summary:
    'One version as the browser drew it, as one picture; only sites that are rendered and keep pictures have them',
  params: z.strictObject({ id: PathId, version_id: PathId }),
  reply: z.strictObject({
    /** A `data:` address (WebP). Null if no picture was kept with this version. */
    picture: z.nullable(z.string()),
  }),
  errors: ['not_found'],
})

export const exportEvidence = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/page/{id}/evidence',
  roles: editors,
  summary: 'Versions as received, with headers, times and hashes, as a WARC file (all versions, or those named)',
  params: IdParams,
  query: z.strictObject({ version: z.optional(Repeated(PathId)) }),
  replies: 'stream',
  reply: z.unknown(),
  errors: ['not_found', 'invalid'],
})

/** Why an address was not fetched or a response not accepted; screens have a sentence for each. */
export const fetchReasons = [
  'refused_address',
  'refused_rule',
  'out_of_scope',
  'robots',
  'trap',
  'bad_url',
  'dns',
  'tls',
  'connection',
  'timeout',
  'too_slow',
  'too_large',
  'too_many_redirects',
  'bad_encoding',
  'content_type',
  'pdf_failed',
  'bad_feed',
  'no_browser',
  'render_failed',
  'blocked',
  'backed_off',
  'not_due',
  'limit_pages',
  'limit_depth',
  'limit_bytes',
  'limit_time',
  'internal',
] as const
export type FetchReason = (typeof fetchReasons)[number]
