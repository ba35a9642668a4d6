import * as z from 'zod/mini'
import { TrialEffect } from './diff-trial.ts'
import { endpoint } from './endpoint.ts'
import { ogSchema } from './entities/og.schema.ts'
import { editors, ogReaders } from './role.ts'
import { Id, IdParams, Instant, PathId, PathNumber, QueryInteger, QueryNumber, Required, Rev, Text } from './wire.ts'

/** CSS selectors and text patterns, applied to both sides of every comparison of a site's pages. */
export const SiteFilter = z.strictObject({
  /** Only elements that these select are compared; empty: the whole page. */
  include: z.array(Required(300)).check(z.maxLength(50)),
  /** Elements that are ignored. */
  exclude: z.array(Required(300)).check(z.maxLength(50)),
  /**
   * Text that is ignored: literal text, or `re:` and a regular expression (linear time: no look-around, no
   * back-references).
   */
  ignore: z.array(Required(500)).check(z.maxLength(50)),
})
export type SiteFilter = z.output<typeof SiteFilter>

const writable = {
  /** Whether rounds start by the schedule. */
  is_on: z.boolean(),
  /** Five fields of cron, interpreted in `zone`. */
  cron: Required(100),
  /** An IANA time zone. */
  zone: Required(60),
  /** A round starts up to this many minutes after its time, so that sites do not all start at once. */
  jitter_min: z.int().check(z.minimum(0), z.maximum(720)),
  /**
   * The share of the known pages that a scheduled round visits, in per cent: those whose changes were frequent and worth a
   * review come more often, each page at the latest in five times its turn, at least every 14 rounds. 100: every page in each
   * round.
   */
  visit_percent: z.int().check(z.minimum(5), z.maximum(100)),
  max_pages: z.int().check(z.minimum(1), z.maximum(100_000)),
  max_depth: z.int().check(z.minimum(0), z.maximum(50)),
  /** Maximum size of one page, in MiB. */
  max_page_mb: z.int().check(z.minimum(1), z.maximum(100)),
  /** Maximum size of one round, in MiB. */
  max_round_mb: z.int().check(z.minimum(1), z.maximum(100_000)),
  max_minutes: z.int().check(z.minimum(1), z.maximum(10_080)),
  /** Delay between two requests to one host, in milliseconds; robots.txt may require more. */
  delay_ms: z.int().check(z.minimum(0), z.maximum(600_000)),
  /** Pages are rendered by a browser before they are read. */
  is_rendered: z.boolean(),
  /**
   * Stylesheets, pictures and fonts of new page versions are kept, up to this size for the whole site in MiB. 0: none
   * are.
   */
  asset_mb: z.int().check(z.minimum(0), z.maximum(100_000)),
  /** The encoding of pages, overriding the one they declare. */
  charset: z.nullable(Text(40)),
  filter: SiteFilter,
}

export const SiteSettings = z.strictObject(writable)
export type SiteSettings = z.output<typeof SiteSettings>
export const siteFields = Object.keys(writable) as (keyof SiteSettings)[]

/** The settings of an organisation until a user changes them. */
export const siteDefaults: SiteSettings = {
  is_on: false,
  cron: '0 6 * * *',
  zone: 'Asia/Shanghai',
  jitter_min: 10,
  visit_percent: 100,
  max_pages: 2_000,
  max_depth: 10,
  max_page_mb: 10,
  max_round_mb: 2_000,
  max_minutes: 240,
  delay_ms: 1_000,
  is_rendered: false,
  asset_mb: 0,
  charset: null,
  filter: { include: [], exclude: [], ignore: [] },
}

export const roundStates = ['running', 'stopping', 'stopped', 'complete', 'aborted'] as const
export type RoundState = (typeof roundStates)[number]

/** One crawl of a site; its number is the site version that it creates. */
export const Round = z.strictObject({
  og_id: Id,
  number: z.int(),
  state: z.enum(roundStates),
  /** Started by the schedule, or by a person (fetch now). */
  cause: z.enum(['schedule', 'person']),
  user_name: z.nullable(z.string()),
  started_at: Instant,
  ended_at: z.nullable(Instant),
  counts: z.strictObject({
    /** Addresses known to this round, and those not yet fetched. */
    found: z.int(),
    waiting: z.int(),
    fetched: z.int(),
    unchanged: z.int(),
    changed: z.int(),
    added: z.int(),
    removed: z.int(),
    failed: z.int(),
    /** Never fetched: rules, robots.txt, addresses not allowed, traps, limits. */
    refused: z.int(),
    bytes: z.int(),
  }),
  /**
   * Why addresses were refused or failed, with their count; codes of `fetchReasons`. `entry_…` and `feed_…` count entries of
   * changed feeds that were left out.
   */
  reasons: z.record(z.string(), z.int()),
  /**
   * Why the round ended: `done`, `limit_pages`, `limit_time`, `limit_bytes`, `no_entrance`, `unreachable`, `stopped`.
   */
  end_reason: z.nullable(z.string()),
  /** Differences of this round that wait for review. */
  diffs_waiting: z.int(),
})
export type Round = z.output<typeof Round>

export const Site = z.strictObject({
  og_id: Id,
  rev: z.int(),
  ...writable,
  next_at: z.nullable(Instant),
  /** Hosts in scope: the organisation's and those of its entrances. */
  hosts: z.array(z.string()),
  /** The last round, running or finished. */
  round: z.nullable(Round),
  /** `feeds`: those of them that are feeds. */
  pages: z.strictObject({ active: z.int(), gone: z.int(), forbidden: z.int(), error: z.int(), feeds: z.int() }),
  can: z.array(z.enum(['update', 'fetch'])),
})
export type Site = z.output<typeof Site>

export const getSite = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/og/{id}/site',
  roles: ogReaders,
  summary: 'Watch settings of an organisation’s site, and the progress of the current crawl round',
  params: IdParams,
  reply: Site,
  errors: ['not_found'],
})

export const updateSite = endpoint({
  method: 'PUT',
  path: '/v1/og/{id}/site',
  roles: editors,
  bound: 'write',
  summary: 'Change how a site is watched: schedule, limits, rendering, filters',
  params: IdParams,
  body: z.extend(z.partial(z.strictObject(writable)), { rev: Rev }),
  reply: Site,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

/** The entrances at which crawling starts, whether it continues by the schedule, and whether styles and pictures are kept. */
export const WatchedSite = z.strictObject({
  entrances: ogSchema.entrances.write,
  is_on: z.boolean(),
  asset_mb: z.optional(writable.asset_mb),
})

export const watchSite = endpoint({
  method: 'POST',
  path: '/v1/og/{id}/watch',
  roles: editors,
  bound: 'round',
  summary: 'Start watching a site in one request: its start URLs, the schedule and, if enabled, the first crawl round',
  params: IdParams,
  body: z.extend(WatchedSite, { rev: Rev }),
  reply: Site,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const createRound = endpoint({
  method: 'POST',
  path: '/v1/og/{id}/round',
  roles: editors,
  bound: 'round',
  summary: 'Fetch now: start a crawl round, or resume a stopped one',
  params: IdParams,
  reply: Round,
  errors: ['not_found', 'forbidden', 'wrong_state', 'invalid'],
})

export const listRounds = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/og/{id}/round',
  roles: ogReaders,
  summary: 'Crawl rounds of a site, newest first',
  params: IdParams,
  query: z.strictObject({
    current: z._default(QueryInteger.check(z.minimum(1)), 1),
    pageSize: z._default(QueryNumber(1, 100), 20),
  }),
  reply: z.strictObject({ items: z.array(Round), total: z.int(), current: z.int(), pageSize: z.int() }),
  errors: ['not_found', 'invalid'],
})

export const updateRound = endpoint({
  method: 'PUT',
  path: '/v1/og/{id}/round/{number}',
  roles: editors,
  bound: 'fetch',
  summary: 'Stop a running crawl round, or discard a stopped one',
  params: z.strictObject({ id: PathId, number: PathNumber }),
  body: z.strictObject({ act: z.enum(['stop', 'resume', 'abort']) }),
  reply: Round,
  errors: ['not_found', 'forbidden', 'wrong_state', 'invalid'],
})

export const tryFilterChange = endpoint({
  method: 'POST',
  path: '/v1/og/{id}/site/filter/try',
  roles: editors,
  bound: 'trial',
  summary: 'Effect of a changed filter on the stored rounds of a site; nothing is saved',
  params: IdParams,
  body: z.strictObject({ filter: SiteFilter }),
  reply: TrialEffect,
  errors: ['invalid', 'not_found', 'forbidden'],
})

export const trySiteFilter = endpoint({
  method: 'POST',
  path: '/v1/og/{id}/site/try',
  roles: editors,
  bound: 'trial',
  summary: 'Preview of a filter on a stored version; nothing is saved',
  params: IdParams,
  body: z.strictObject({ filter: SiteFilter, version_id: z.optional(Id) }),
  reply: z.strictObject({
    version_id: z.nullable(Id),
    url: z.nullable(z.string()),
    /** Blocks of text in the order of the page; at most 2,000. */
    blocks: z.array(z.strictObject({ text: z.string(), tag: z.string(), is_kept: z.boolean() })),
    kept_chars: z.int(),
    dropped_chars: z.int(),
    /** Selectors and patterns that matched nothing on this page. */
    idle: z.array(z.string()),
  }),
  errors: ['invalid', 'not_found', 'forbidden', 'too_large'],
})
