import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NewEvent } from './event.ts'
import { Named } from './mention.ts'
import { Mark } from './page.ts'
import { admins, editors } from './role.ts'
import {
  Expected,
  Id,
  IdParams,
  Instant,
  listQuery,
  PathId,
  PathNumber,
  pageOf,
  QueryBool,
  QueryInteger,
  QueryRating,
  Ref,
  Repeated,
  Rev,
  Text,
} from './wire.ts'

export const diffKinds = ['added', 'changed', 'removed', 'link_only'] as const
export type DiffKind = (typeof diffKinds)[number]
export const diffStatuses = ['unread', 'important', 'ignored', 'done'] as const
export type DiffStatus = (typeof diffStatuses)[number]

/** Differences that score so much or more wait for a person; those below are kept and wait for nobody. */
export const worthATime = 20

/** How the queue is divided: what waits and is worth a time, what waits and is not, and what was decided. */
export const diffTabs = ['waiting', 'low', 'important', 'ignored', 'done'] as const
export type DiffTab = (typeof diffTabs)[number]
/** So many differences of each are counted exactly. */
export const diffsCountedUpTo = 10_000

/** Why differences are one row: the same edit on many pages, or the pages of one numbered archive. */
export const clusterKinds = ['same_edit', 'series'] as const
export type ClusterKind = (typeof clusterKinds)[number]

/** What a reviewer says a difference was. */
export const diffNoteReasons = [
  'date_or_time',
  'template',
  'number',
  'language',
  'content_removed',
  'page_removed',
] as const

/** Why it scores as it does: `points` are what the reason gives (negative: takes), 0 where it only says. */
export const DiffReason = z.strictObject({
  code: z.string(),
  value: z.optional(z.union([z.number(), z.string()])),
  points: z.optional(z.number()),
})
export type DiffReason = z.output<typeof DiffReason>

export const Diff = z.strictObject({
  id: Id,
  rev: z.int(),
  og: Ref,
  page: z.strictObject({ id: Id, url: z.string(), title: z.nullable(z.string()) }),
  round: z.int(),
  from_version: z.nullable(Id),
  to_version: z.nullable(Id),
  kind: z.enum(diffKinds),
  /** Characters of text. */
  added: z.int(),
  removed: z.int(),
  links_added: z.int(),
  links_removed: z.int(),
  /** 0–100: how much a person should care. */
  score: z.int(),
  /** Judged with the whole round; until then the score is the page’s alone. */
  is_judged: z.boolean(),
  reasons: z.array(DiffReason),
  /** Where the page leads that is no content any more: it has moved. */
  moved_to: z.nullable(z.string()),
  /** The first words of what changed most. */
  excerpt: z.nullable(z.string()),
  new_hits: z.array(z.strictObject({ word_id: Id, word: z.string(), level: z.int(), count: z.int() })),
  new_mentions: z.array(Named),
  /** Differences of the round that are reviewed as one row: their cluster, why they are one, and how many with this one. */
  cluster: z.nullable(z.string()),
  cluster_kind: z.nullable(z.enum(clusterKinds)),
  cluster_size: z.int(),
  status: z.enum(diffStatuses),
  note: z.nullable(z.string()),
  note_reasons: z.array(z.enum(diffNoteReasons)),
  reviewer_name: z.nullable(z.string()),
  reviewed_at: z.nullable(Instant),
  created_at: Instant,
  /** Events made of it. */
  events: z.array(Ref),
})
export type Diff = z.output<typeof Diff>

export const diffSortable = ['score', 'created_at', 'reviewed_at'] as const
const filter = {
  og_id: z.optional(Repeated(PathId)),
  page: z.optional(Repeated(PathId)),
  kind: z.optional(Repeated(z.enum(diffKinds))),
  status: z.optional(Repeated(z.enum(diffStatuses))),
  word: z.optional(Repeated(PathId)),
  cluster: z.optional(Text(80)),
  round: z.optional(Repeated(PathNumber)),
  min_score: z.optional(QueryRating),
  max_score: z.optional(QueryRating),
  has_hits: z.optional(QueryBool),
  /** One row a cluster: its highest difference stands for it. */
  folded: z.optional(QueryBool),
}
export const DiffFilter = z.strictObject({ keyword: listQuery(diffSortable).keyword, ...filter })
export type DiffFilter = z.output<typeof DiffFilter>
export const DiffQuery = z.strictObject({ ...listQuery(diffSortable), ...filter })
export type DiffQuery = z.output<typeof DiffQuery>

export const listDiffs = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/diff',
  roles: admins,
  summary: 'Differences, those that matter most first',
  query: DiffQuery,
  reply: pageOf(Diff),
  errors: ['invalid'],
})

export const countDiffs = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/diff/count',
  roles: admins,
  summary: 'How many differences wait, by status and kind, clusters counted once',
  /** `only`: counts that alone, the others are 0; what every window asks for each minute. */
  query: z.extend(DiffFilter, { only: z.optional(z.enum(diffTabs)) }),
  reply: z.strictObject({
    /** Unread at or above the score worth a person’s time. */
    waiting: z.int(),
    /** Unread below it. */
    low: z.int(),
    important: z.int(),
    ignored: z.int(),
    done: z.int(),
    /** Those of which there are more than are counted (`diffsCountedUpTo`); absent where there are none. */
    more: z.optional(z.array(z.enum(diffTabs))),
    worth_a_time: z.int(),
  }),
  errors: ['invalid'],
})

const Run = z.strictObject({ op: z.enum(['same', 'added', 'removed']), text: z.string() })
const Side = z.strictObject({
  text: z.string(),
  /** The text cut into what stayed and what changed; empty: all of it as the row’s kind says. */
  runs: z.array(Run),
  links: z.array(z.strictObject({ url: z.string(), op: z.enum(['same', 'added', 'removed']) })),
  marks: z.array(Mark),
})
/** A number that became another one, as a reader would say it; units and currencies are in `before` and `after`. */
export const NumberChange = z.strictObject({
  before: z.string(),
  after: z.string(),
  /** `percent` changes by percentage points, dates by days, months or years. */
  kind: z.enum(['number', 'percent', 'day', 'month', 'year']),
  /** After less before, counted in `unit`; null where the writing is ambiguous (12.300). */
  change: z.nullable(z.number()),
  /** 万, million, km …; empty where none is said. */
  unit: z.string(),
  /** Of the former number, 0.14 for 14 %; null where it says nothing. */
  share: z.nullable(z.number()),
})
export type NumberChange = z.output<typeof NumberChange>
/** A row of the two texts side by side. `same` rows far from any change are told by their count alone. */
export const DiffRow = z.strictObject({
  kind: z.enum(['same', 'added', 'removed', 'changed', 'moved', 'link', 'skipped']),
  tag: z.string(),
  part: z.enum(['main', 'frame']),
  before: z.nullable(Side),
  after: z.nullable(Side),
  /** Numbers, amounts and dates that changed where the words around them stayed. */
  numbers: z.optional(z.array(NumberChange)),
  /** Rows left out, for `skipped`. */
  count: z.int(),
})
export type DiffRow = z.output<typeof DiffRow>

const Comparison = z.strictObject({
  rows: z.array(DiffRow),
  /** Too long or too unlike to be compared word by word: whole blocks alone. */
  is_coarse: z.boolean(),
  added: z.int(),
  removed: z.int(),
  links_added: z.int(),
  links_removed: z.int(),
})

export const getDiff = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/diff/{id}',
  roles: admins,
  summary: 'One difference with both texts row by row',
  params: IdParams,
  query: z.strictObject({
    /** Rows of unchanged text kept around a change. */
    around: z._default(QueryInteger.check(z.maximum(10_000)), 3),
  }),
  reply: z.strictObject({ diff: Diff, comparison: Comparison }),
  errors: ['not_found'],
})

export const comparePageVersions = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/page/{id}/compare',
  roles: editors,
  summary: 'Any two versions of a page, row by row',
  params: IdParams,
  query: z.strictObject({
    from: PathId,
    to: PathId,
    around: z._default(QueryInteger.check(z.maximum(10_000)), 3),
  }),
  reply: Comparison,
  errors: ['not_found', 'invalid'],
})

const review = {
  status: z.optional(z.enum(diffStatuses)),
  note: z.optional(z.nullable(Text(5_000))),
  note_reasons: z.optional(z.array(z.enum(diffNoteReasons)).check(z.maxLength(diffNoteReasons.length))),
}

export const updateDiff = endpoint({
  method: 'PUT',
  path: '/v1/diff/{id}',
  roles: admins,
  bound: 'write',
  summary: 'Review a difference: status, note, reasons',
  params: IdParams,
  body: z.strictObject({ ...review, rev: Rev }),
  reply: Diff,
  errors: ['invalid', 'not_found', 'stale'],
})

export const bulkDiff = endpoint({
  method: 'POST',
  path: '/v1/diff/bulk',
  roles: admins,
  bound: 'bulk',
  summary: 'Review many at once: those named, or all that a filter finds if still as many as expected',
  body: z.strictObject({
    ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(10_000))),
    filter: z.optional(DiffFilter),
    expected: Expected,
    ...review,
  }),
  /** What each was before, so that the act can be taken back. */
  reply: z.strictObject({
    done: z.int(),
    before: z.array(z.strictObject({ status: z.enum(diffStatuses), ids: z.array(Id) })),
  }),
  errors: ['invalid', 'count_changed'],
})

export const draftEvent = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/diff/{id}/event',
  roles: admins,
  summary: 'An event made of a difference, filled in and not yet saved',
  params: IdParams,
  reply: z.strictObject({
    event: NewEvent,
    ogs: z.array(Ref),
    persons: z.array(Ref),
    /** Named too, and perhaps not meant: for a person to choose from, the likely ones first. */
    candidates: z.array(Named),
  }),
  errors: ['not_found'],
})
