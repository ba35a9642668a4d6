import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { textKinds } from './mention.api.ts'
import { partyEntities } from './registry.ts'
import { admins, editors } from './role.ts'
import { searchers } from './search.api.ts'
import { uploadFailures } from './upload-state.ts'
import { Id, Instant, OgRef, PathId } from './wire.ts'

/** Parts of the coverage report. Each compares items and counts those not compared yet. */
export const coverageParts = ['screening', 'documents', 'mentions', 'pages', 'search'] as const
export type CoveragePart = (typeof coverageParts)[number]

/** How many texts of a kind there are, and how many of them were searched with the current dictionary. */
const KindCoverage = z.strictObject({ kind: z.enum(textKinds), texts: z.int(), searched: z.int() })

/**
 * `oldest_waiting_at`: since when the oldest unit has been waiting; null if none waits. `quarantined`: units that
 * failed and are retried later.
 */
const Waiting = {
  waiting: z.int(),
  oldest_waiting_at: z.nullable(Instant),
  quarantined: z.int(),
}

const ListCoverage = z.strictObject({
  id: Id,
  name: z.string(),
  /** The version in force, and when it was loaded; null if nothing has been loaded yet. */
  version: z.nullable(z.int()),
  /** State of the newest load if it is not the version in force; its file is not compared. */
  newer: z.nullable(z.enum(['loading', 'mapping', 'held', 'failed'])),
  loaded_at: z.nullable(Instant),
  entries: z.int(),
  /** Entries that could not be read, entries that were shortened, and entries that are no party (ships, aircraft). */
  unreadable: z.int(),
  shortened: z.int(),
  left_out: z.int(),
  /** The version that all records have been compared with; null before the first full comparison. */
  screened_version: z.nullable(z.int()),
  /** Records whose current state has been compared with the version in force. */
  compared: z.int(),
  waiting: z.int(),
})
export type ListCoverage = z.output<typeof ListCoverage>

const SiteCoverage = z.strictObject({
  og: OgRef,
  /** The last finished round; null before the first. */
  round: z.nullable(z.int()),
  state: z.nullable(z.enum(['complete', 'aborted', 'stopped'])),
  ended_at: z.nullable(Instant),
  /** Known pages, and those of them that the last complete round read. */
  pages: z.int(),
  read: z.int(),
  /** Pages that this round left out because their visit was not due. */
  not_due: z.int(),
})
export type SiteCoverage = z.output<typeof SiteCoverage>

const Count = z.strictObject({ reason: z.enum(uploadFailures), count: z.int() })

/** Differences that the nightly check reports; `other`: recorded by an earlier edition, which described it in `of`. */
export const coverageFaults = [
  'hit_missing',
  'hit_extra',
  'unproven',
  'forgotten',
  'findings',
  'text_differs',
  'unreadable',
  'version_missing',
  'diff_missing',
  'diff_extra',
  'not_indexed',
  'former_title',
  'other',
] as const

/** `key`: the record or text, as `kind:id`; `of`: which hits or findings. */
const Difference = z.strictObject({ key: z.string(), fault: z.enum(coverageFaults), of: z.nullable(z.string()) })
export type CoverageDifference = z.output<typeof Difference>

/** One nightly sample that was compared the slow way, without queue and index. */
const Check = z.strictObject({
  part: z.enum(coverageParts),
  at: Instant,
  sampled: z.int(),
  different: z.int(),
  /** At most ten. */
  examples: z.array(Difference),
})
export type CoverageCheck = z.output<typeof Check>

/** A part is null if it could not be measured. */
export const Coverage = z.strictObject({
  at: Instant,
  screening: z.nullable(
    z.strictObject({
      records: z.int(),
      entries: z.int(),
      compared: z.int(),
      ...Waiting,
      /** Records of which more than `candidateLimit` names of a list share words: the others were not compared. */
      limited: z.int(),
      lists: z.array(ListCoverage),
    }),
  ),
  documents: z.nullable(
    z.strictObject({
      uploads: z.int(),
      read: z.int(),
      /** Partly read: some characters, pages or archive members could not be read. */
      partly_read: z.int(),
      unreadable: z.int(),
      reasons: z.array(Count),
      ...Waiting,
    }),
  ),
  mentions: z.nullable(
    z.strictObject({
      texts: z.int(),
      /** Every kind that is searched, even without a text; texts of other kinds are not searched. */
      kinds: z.array(KindCoverage),
      searched: z.int(),
      unreadable: z.int(),
      ...Waiting,
    }),
  ),
  pages: z.nullable(
    z.strictObject({
      sites: z.int(),
      pages: z.int(),
      active: z.int(),
      gone: z.int(),
      forbidden: z.int(),
      error: z.int(),
      /** Watched sites without a round, or whose last round did not complete. */
      incomplete: z.int(),
      /** When the newest round of a watched site ended. */
      last_round_at: z.nullable(Instant),
      ...Waiting,
      /** Watched sites, the furthest behind first, at most fifty. */
      behind: z.array(SiteCoverage),
    }),
  ),
  search: z.nullable(z.strictObject({ records: z.int(), entries: z.int(), ...Waiting })),
  /** The newest check of each part. */
  checks: z.array(Check),
})
export type Coverage = z.output<typeof Coverage>

export const getCoverage = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/coverage',
  roles: admins,
  summary: 'Coverage of all comparisons: their time, waiting work, and unreadable data',
  reply: Coverage,
})

/** Whether "no hit" is reliable: how completely the caller's records, or one of them, have been compared. */
export const ScreeningCoverage = z.strictObject({
  at: Instant,
  /** Lists with a version in force, and those of them that everything has been compared with. */
  lists: z.int(),
  compared_lists: z.int(),
  entries: z.int(),
  /** Entries of these lists' files that could not be read. */
  unreadable: z.int(),
  /** Records that the caller may read and that changed since they were compared; for one record: 0 or 1. */
  waiting: z.int(),
  quarantined: z.int(),
  /** The part of these records that was compared with only the best candidates of a list. */
  limited: z.int(),
  /** Lists without a version in force, or whose newest file failed to load or waits for a user. */
  outdated: z.int(),
})
export type ScreeningCoverage = z.output<typeof ScreeningCoverage>

export const getScreeningCoverage = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/coverage/screening',
  roles: editors,
  summary: 'Coverage of screening: the list versions that all records, or one record, were screened against',
  query: z.strictObject({ noun: z.optional(z.enum(partyEntities)), id: z.optional(PathId) }),
  reply: ScreeningCoverage,
  errors: ['invalid', 'not_found'],
})

/**
 * Whether "no mention" is reliable: pages, uploads and own texts that the caller may read, and those of them already
 * searched for all current names.
 */
export const getTextCoverage = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/coverage/text',
  roles: editors,
  summary: 'Number of readable texts of each kind searched with the current names and words, and number waiting',
  reply: z.strictObject({
    at: Instant,
    texts: z.int(),
    /** Every kind that is searched; texts of other kinds are not searched. */
    kinds: z.array(KindCoverage),
    searched: z.int(),
    unreadable: z.int(),
    waiting: z.int(),
    oldest_waiting_at: z.nullable(Instant),
    /** Uploads that have no text yet, that could not be read at all, and whose text is known to lack something. */
    documents: z.strictObject({ waiting: z.int(), unreadable: z.int(), partly_read: z.int() }),
  }),
})

/** Whether "no change waits" is reliable: watched sites, their pages and their last rounds. */
export const getPagesCoverage = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/coverage/pages',
  roles: admins,
  summary: 'Coverage of crawling: sites and pages with the time of their last crawl',
  reply: z.strictObject({
    at: Instant,
    sites: z.int(),
    pages: z.int(),
    active: z.int(),
    gone: z.int(),
    forbidden: z.int(),
    error: z.int(),
    incomplete: z.int(),
    last_round_at: z.nullable(Instant),
    ...Waiting,
  }),
})

/** Whether "nothing found" is reliable: changes of records that the caller may read and that the index lacks. */
export const getSearchCoverage = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/coverage/search',
  roles: searchers,
  summary: 'Number of readable records whose changes are not yet in the search index',
  reply: z.strictObject({ at: Instant, ...Waiting }),
})
