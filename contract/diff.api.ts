import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NewEvent } from './event.api.ts'
import { MentionedRecord } from './mention.api.ts'
import { TextMark } from './page.api.ts'
import { admins, editors } from './role.ts'
import {
  Expected,
  Id,
  IdParams,
  Instant,
  listQuery,
  OgRef,
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

/** `state`: the page fails, answers again, is forbidden or has moved; its text is the same. */
export const diffKinds = ['added', 'changed', 'removed', 'link_only', 'state'] as const
export type DiffKind = (typeof diffKinds)[number]
export const diffStatuses = ['unread', 'important', 'ignored', 'done'] as const
export type DiffStatus = (typeof diffStatuses)[number]

/** Minimum score of a difference that waits for review. Those below are stored, but not queued for review. */
export const reviewThreshold = 20

/** Tabs of the queue: waiting and worth a review, waiting but low, and the decisions. */
export const diffTabs = ['waiting', 'low', 'important', 'ignored', 'done'] as const
export type DiffTab = (typeof diffTabs)[number]
/** Up to this number the differences of a tab are counted exactly. */
export const diffsCountedUpTo = 10_000

/**
 * Why differences form one row: the same edit on many pages, the pages of one numbered archive, another text in the same
 * place of most pages, or the same change of state.
 */
export const clusterKinds = ['same_edit', 'series', 'same_place', 'same_state'] as const
export type ClusterKind = (typeof clusterKinds)[number]

/** A reviewer's classification of a difference. */
export const diffNoteReasons = [
  'date_or_time',
  'template',
  'number',
  'language',
  'content_removed',
  'page_removed',
] as const

/** Reasons of a score. `contract/diff-reason.ts` has their texts. */
export const diffReasonCodes = [
  'same_edit',
  'series',
  'same_place',
  'same_state',
  'volatile',
  'page_failing',
  'page_back',
  'moved_page',
  'likely_moved',
  'still_moved',
  'page_added',
  'page_removed',
  'share_of_text',
  'largest_change',
  'key_term',
  'links',
  'anchors',
  'headings',
  'pictures',
  'wordless_links',
  'source_only',
  'hosts_only',
  'links_only',
  'figures_only',
  'numbers_only',
  'dates_only',
  'status_flip',
  'domain_change',
  'home_damped',
  'template_damped',
  'template',
  'shared',
  'frame',
  'frame_damped',
  'filtered',
  'layout',
  'listing',
  'moved',
  'numbers',
  'dates',
  'tiny',
  'word_hits',
  'mentions',
  'flip_back',
  'coarse',
  'low_quality',
] as const
export type DiffReasonCode = (typeof diffReasonCodes)[number]

/** A part of a text that is unchanged, added or removed. */
const Run = z.strictObject({ op: z.enum(['same', 'added', 'removed']), text: z.string() })
export type Run = z.output<typeof Run>

/** One reason for the score; `value` is the number or text in its sentence. */
export const DiffReason = z.strictObject({
  code: z.enum(diffReasonCodes),
  value: z.optional(z.union([z.number(), z.string()])),
})
export type DiffReason = z.output<typeof DiffReason>

export const Diff = z.strictObject({
  id: Id,
  rev: z.int(),
  og: OgRef,
  page: z.strictObject({ id: Id, url: z.string(), title: z.nullable(z.string()) }),
  round: z.int(),
  from_version: z.nullable(Id),
  to_version: z.nullable(Id),
  kind: z.enum(diffKinds),
  /** Number of characters of text. */
  added: z.int(),
  removed: z.int(),
  links_added: z.int(),
  links_removed: z.int(),
  /** 0–100: how much the difference deserves a review. */
  score: z.int(),
  /** Scored in the context of the whole round. Until then the score considers the page alone. */
  is_judged: z.boolean(),
  reasons: z.array(DiffReason),
  /** The address that the page now redirects to; its old content has moved. */
  moved_to: z.nullable(z.string()),
  /** The most significant change in one line: its text after, or the text before if it was removed. */
  excerpt: z.nullable(z.string()),
  /** The same with its removed and added words. If empty, only `excerpt` is known. */
  excerpt_runs: z.array(Run),
  /** The place of the change on the page is known, so that it can be ignored. */
  has_place: z.boolean(),
  new_hits: z.array(z.strictObject({ word_id: Id, word: z.string(), level: z.int(), count: z.int() })),
  new_mentions: z.array(MentionedRecord),
  /** Records that the version before named and this one does not. */
  removed_mentions: z.array(MentionedRecord),
  /**
   * Differences of the round that are reviewed as one row: their cluster, its kind, and its size including this one.
   */
  cluster: z.nullable(z.string()),
  cluster_kind: z.nullable(z.enum(clusterKinds)),
  cluster_size: z.int(),
  status: z.enum(diffStatuses),
  note: z.nullable(z.string()),
  note_reasons: z.array(z.enum(diffNoteReasons)),
  reviewer_name: z.nullable(z.string()),
  reviewed_at: z.nullable(Instant),
  created_at: Instant,
  /** Events created from it. */
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
  /** One row per cluster, represented by its difference with the highest score. */
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
  isReview: true,
  summary: 'Differences, most important first',
  query: DiffQuery,
  reply: pageOf(Diff),
  errors: ['invalid'],
})

export const countDiffs = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/diff/count',
  roles: admins,
  isReview: true,
  summary: 'Number of open differences by status and kind; a cluster counts once',
  /** `only`: counts only this tab, the others are 0; every browser tab requests it each minute. */
  query: z.extend(DiffFilter, { only: z.optional(z.enum(diffTabs)) }),
  reply: z.strictObject({
    /** Undecided, with a score worth a review. */
    waiting: z.int(),
    /** Undecided, with a lower score. */
    low: z.int(),
    important: z.int(),
    ignored: z.int(),
    done: z.int(),
    /** Tabs that hold more than the counted maximum (`diffsCountedUpTo`); absent if there are none. */
    more: z.optional(z.array(z.enum(diffTabs))),
    worth_a_time: z.int(),
  }),
  errors: ['invalid'],
})

const Side = z.strictObject({
  text: z.string(),
  /** The text split into unchanged and changed runs. If empty, the row’s kind applies to the whole text. */
  runs: z.array(Run),
  links: z.array(z.strictObject({ url: z.string(), op: z.enum(['same', 'added', 'removed']) })),
  marks: z.array(TextMark),
})
/** A number that changed, as a reader would phrase it; units and currencies are in `before` and `after`. */
export const NumberChange = z.strictObject({
  before: z.string(),
  after: z.string(),
  /** `percent` changes by percentage points, dates by days, months or years. */
  kind: z.enum(['number', 'percent', 'day', 'month', 'year']),
  /** After minus before, in `unit`; null if the notation is ambiguous (12.300). */
  change: z.nullable(z.number()),
  /** 万, million, km …; empty if the text has no unit. */
  unit: z.string(),
  /** The change as a share of the former number, 0.14 for 14 %; null if a share is meaningless. */
  share: z.nullable(z.number()),
})
export type NumberChange = z.output<typeof NumberChange>
/**
 * One row of the side-by-side comparison. `same` rows far from any change are replaced by a `skipped` row with their
 * count.
 */
export const DiffRow = z.strictObject({
  kind: z.enum(['same', 'added', 'removed', 'changed', 'moved', 'link', 'skipped']),
  tag: z.string(),
  part: z.enum(['main', 'frame']),
  before: z.nullable(Side),
  after: z.nullable(Side),
  /** Numbers, amounts and dates that changed while the words around them stayed the same. */
  numbers: z.optional(z.array(NumberChange)),
  /** Number of rows left out, for `skipped`. */
  count: z.int(),
})
export type DiffRow = z.output<typeof DiffRow>

const Comparison = z.strictObject({
  rows: z.array(DiffRow),
  /** The texts are too long or too different for a comparison word by word; only whole blocks are compared. */
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
  isReview: true,
  summary: 'One difference with both texts, row by row',
  params: IdParams,
  query: z.strictObject({
    /** Number of unchanged rows shown around a change. */
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
  isReview: true,
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
  isReview: true,
  bound: 'bulk',
  summary: 'Bulk review of differences: those named, or all that match a filter if their number is as expected',
  body: z.strictObject({
    ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(10_000))),
    filter: z.optional(DiffFilter),
    expected: Expected,
    ...review,
  }),
  /** The previous status of each, so that the change can be undone. */
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
  isReview: true,
  summary: 'Event values prefilled from a difference; nothing is saved',
  params: IdParams,
  reply: z.strictObject({
    event: NewEvent,
    ogs: z.array(OgRef),
    persons: z.array(Ref),
    /** Further names in the text that may not be meant; a person chooses among them, the likeliest first. */
    candidates: z.array(MentionedRecord),
  }),
  errors: ['not_found'],
})
