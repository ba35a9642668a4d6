import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { RegionFilter } from './record.ts'
import { recordEntities } from './registry.ts'
import { type Role, roles } from './role.ts'
import {
  engName,
  Id,
  IdParams,
  Instant,
  Nothing,
  OgRef,
  PartialDate,
  PathId,
  QueryInteger,
  QueryNumber,
  Repeated,
  Required,
  Text,
} from './wire.ts'

/** Entities that the search finds, in the order in which results are grouped. */
export const searchEntities = [...recordEntities, 'page'] as const
export type SearchEntity = (typeof searchEntities)[number]

/** Every role but devices; each finds only records that the role may read. */
export const searchers: readonly Role[] = roles.filter(role => role !== 'device')

/** Totals and facets are exact up to this number. */
export const searchCountsUpTo = 10_000

/**
 * Why a record was found: by its name, another name, pinyin, initials, a number or account, words of its title, or its
 * text.
 */
export const searchReasons = ['name', 'alias', 'pinyin', 'initials', 'identifier', 'title', 'text'] as const
export type SearchReason = (typeof searchReasons)[number]

/** Text to show, with the half-open ranges that match the query. */
const Passage = z.strictObject({
  text: z.string(),
  marks: z.array(z.strictObject({ start: z.int(), end: z.int() })),
})

const Why = z.strictObject({
  by: z.enum(searchReasons),
  /** The other name that matched. */
  text: z.nullable(z.string()),
})

const resultFields = {
  noun: z.enum(searchEntities),
  id: Id,
  title: z.string(),
  ...engName,
  /** A detail that distinguishes it from others with the same name: a host, a position, an address. */
  subtitle: z.nullable(z.string()),
  /**
   * The organisation of a page's site; for a person or an event, the linked organisation with the highest weight that
   * the caller may read.
   */
  og: z.nullable(OgRef),
  /** The category of an organisation. */
  category: z.optional(z.nullable(z.string())),
  /** The year of birth of a person, or of founding of an organisation. */
  year: z.optional(z.nullable(z.string())),
}

export const SearchItem = z.strictObject({
  ...resultFields,
  region: z.optional(z.nullable(z.string())),
  why: z.array(Why),
  title_marks: Passage.shape.marks,
  passage: z.nullable(Passage),
  /** When an event begins, a page was fetched, or any other record was last changed. */
  at: Instant,
  /** For a page: the version found, the newest if several match. */
  version_id: z.nullable(Id),
  /** Whether the version found is the newest; true for everything but pages. */
  is_newest: z.boolean(),
  /** Number of further matching versions of the page. */
  more_versions: z.int(),
})
export type SearchItem = z.output<typeof SearchItem>

const filter = {
  /** All words must match; `"in this order"`, `-without`. */
  keyword: Text(200),
  kind: z.optional(Repeated(z.enum(searchEntities))),
  /** Linked to this organisation, or to this person. */
  og: z.optional(PathId),
  person: z.optional(PathId),
  region: z.optional(Repeated(RegionFilter)),
  /** First and last day or year, in UTC. */
  from: z.optional(PartialDate),
  to: z.optional(PartialDate),
  owner: z.optional(Repeated(PathId)),
}
export const SearchFilter = z.strictObject(filter)
export type SearchFilter = z.output<typeof SearchFilter>
export const SearchQuery = z.strictObject({
  ...filter,
  current: z._default(QueryInteger.check(z.minimum(1), z.maximum(1_000)), 1),
  pageSize: z._default(QueryNumber(1, 50), 20),
})
export type SearchQuery = z.output<typeof SearchQuery>

const Counts = z.strictObject({
  /** Counts ignore the filter `kind`, so that another kind can be chosen. */
  noun: z.array(z.strictObject({ value: z.enum(searchEntities), count: z.int() })),
  /** Newest first. */
  year: z.array(z.strictObject({ value: z.int(), count: z.int() })),
})

export const SearchResult = z.strictObject({
  items: z.array(SearchItem),
  total: z.int(),
  /** There are more matches than are counted (10,000), so `total` is an estimate. */
  total_estimated: z.optional(z.boolean()),
  current: z.int(),
  pageSize: z.int(),
  facets: Counts,
  /**
   * All kinds together exceed the counted number: the facets are estimates, and may be 0 for a kind with few matches.
   */
  facets_estimated: z.optional(z.boolean()),
  /** How long the oldest change has been waiting to be indexed; only if it is seconds or more. */
  behind_seconds: z.optional(z.int()),
})
export type SearchResult = z.output<typeof SearchResult>

export const search = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/search',
  roles: searchers,
  summary:
    'Records that the requester may read and that contain the words: names first, then texts by rank and freshness',
  query: z.extend(SearchQuery, { keyword: z._default(Text(200), '') }),
  reply: SearchResult,
  errors: ['invalid'],
})

/**
 * A name with details that distinguish it from others. For a person or an event, `og` is the linked organisation with
 * the highest weight.
 */
export const SearchSuggestion = z.strictObject({
  ...resultFields,
  region: z.nullable(z.string()),
  /** The same time as in search results. */
  at: Instant,
  by: z.enum(searchReasons),
  text: z.nullable(z.string()),
})
export type SearchSuggestion = z.output<typeof SearchSuggestion>

export const suggestSearch = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/search/suggest',
  roles: searchers,
  summary: 'The best matching names with this beginning, in any script, in pinyin or by initials',
  query: z.strictObject({ keyword: z._default(Text(100), '') }),
  reply: z.strictObject({ items: z.array(SearchSuggestion) }),
  errors: ['invalid'],
})

export const recentRecords = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/search/recent',
  roles: searchers,
  summary: 'The records that the requester opened last and may still read, latest first',
  reply: z.strictObject({ items: z.array(SearchSuggestion) }),
})

/** As a client writes it: JSON, so ids are numbers and lists are lists. */
const SavedQuery = z.strictObject({
  keyword: Required(200),
  kind: z.optional(z.array(z.enum(searchEntities)).check(z.maxLength(searchEntities.length))),
  og: z.optional(Id),
  person: z.optional(Id),
  region: z.optional(z.array(RegionFilter).check(z.maxLength(200))),
  from: filter.from,
  to: filter.to,
  owner: z.optional(z.array(Id).check(z.maxLength(200))),
})

export const SavedSearch = z.strictObject({
  id: Id,
  name: z.string(),
  query: SavedQuery,
  is_notifying: z.boolean(),
  /** Its last run failed, so that new results may be missing; it is not run again by itself. */
  is_failed: z.boolean(),
  /** Number of records found since the owner last opened it. */
  fresh: z.int(),
  created_at: Instant,
})
export type SavedSearch = z.output<typeof SavedSearch>

export const listSavedSearches = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/search/saved',
  roles: searchers,
  summary: 'One’s own saved searches',
  reply: z.strictObject({ items: z.array(SavedSearch) }),
})

export const createSavedSearch = endpoint({
  method: 'POST',
  path: '/v1/search/saved',
  roles: searchers,
  bound: 'saved_search',
  summary: 'Save a search (at most 50 per user); with `is_notifying`, new results are notified',
  body: z.strictObject({ name: Required(60), query: SavedQuery, is_notifying: z._default(z.boolean(), false) }),
  reply: SavedSearch,
  errors: ['invalid', 'duplicate', 'wrong_state'],
})

export const updateSavedSearch = endpoint({
  method: 'PUT',
  path: '/v1/search/saved/{id}',
  roles: searchers,
  bound: 'saved_search',
  summary: 'Rename a saved search, turn its notifications on or off, or mark its results as seen',
  params: IdParams,
  body: z.strictObject({
    name: z.optional(Required(60)),
    is_notifying: z.optional(z.boolean()),
    is_seen: z.optional(z.literal(true)),
  }),
  reply: SavedSearch,
  errors: ['invalid', 'not_found', 'duplicate'],
})

export const deleteSavedSearch = endpoint({
  method: 'DELETE',
  path: '/v1/search/saved/{id}',
  roles: searchers,
  bound: 'write',
  summary: 'Delete a saved search',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})
