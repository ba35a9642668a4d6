import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { partyEntities } from './registry.ts'
import { editors } from './role.ts'
import { engName, Id, Instant, OgRef, PathId, pageOf, QueryBool, QueryInteger, QueryNumber, Repeated } from './wire.ts'

/** How certain it is that a name in a text means this record. A name alone never makes a person more than possible. */
export const certainties = ['certain', 'likely', 'possible'] as const
export type Certainty = (typeof certainties)[number]

/** A user's verdict on a name in a text: it means this record, or it does not. */
export const verdicts = ['confirmed', 'rejected'] as const
export type NameVerdict = (typeof verdicts)[number]

export const nameReasons = [
  'alone',
  'common',
  'bearers',
  'rival',
  'distinct',
  'with_og',
  'og_on_page',
  'own_site',
  'with_person',
  'person_on_page',
  'identifier',
  'birth_date',
  'birth_year',
  'position',
  'place',
  'school',
  'other_name',
] as const

/** Why the certainty is what it is. `value` is the text next to the name, or the number of records with that name. */
export const NameReason = z.strictObject({
  code: z.enum(nameReasons),
  value: z.optional(z.union([z.string(), z.number()])),
})
export type NameReason = z.output<typeof NameReason>

/**
 * A record that a text names, with details that distinguish it from others with the same name; restricted to the
 * reader's access.
 */
export const MentionedRecord = z.strictObject({
  noun: z.enum(partyEntities),
  id: Id,
  name: z.string(),
  ...engName,
  certainty: z.enum(certainties),
  reasons: z.array(NameReason),
  verdict: z.nullable(z.enum(verdicts)),
  /** The user who decided, and when. */
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(Instant),
  /** Whether the reader may decide. */
  can_decide: z.boolean(),
  about: z.strictObject({
    /** The first organisation of a person. */
    og: z.nullable(z.string()),
    position: z.nullable(z.string()),
    /** Year of birth, or of registration. */
    year: z.nullable(z.string()),
    region: z.nullable(z.string()),
    icon: z.nullable(z.string()),
  }),
})
export type MentionedRecord = z.output<typeof MentionedRecord>

/**
 * Texts that the team writes: reports with their comments, events, feedback with its comments, timeline notes. They are
 * searched for names, not for sensitive words.
 */
export const ownTextKinds = ['report', 'event', 'issue', 'note'] as const
export type OwnTextKind = (typeof ownTextKinds)[number]

/**
 * Kinds of texts that are searched for names, and whose mentions are listed. Attachments and other fields of records are
 * not searched.
 */
export const textKinds = ['page', 'upload', ...ownTextKinds] as const
export type TextKind = (typeof textKinds)[number]

/** Fields of a mention in any text. */
const inText = {
  count: z.int(),
  /** The name or alias as written in the text. */
  name: z.string(),
  /** How certain it is that the record is meant, and why. */
  named: MentionedRecord,
  /**
   * The words around the occurrence with supporting evidence next to it, otherwise around the first one; null if the
   * text can no longer be read. `name` is `text.slice(start, end)`.
   */
  excerpt: z.nullable(z.strictObject({ text: z.string(), start: z.int(), end: z.int() })),
}

/** A name of an organisation or a person in a version of a watched page. */
const PageMention = z.strictObject({
  kind: z.literal('page'),
  page: z.strictObject({ id: Id, url: z.string(), title: z.nullable(z.string()) }),
  /** The organisation that the page's site belongs to. */
  og: OgRef,
  version_id: Id,
  fetched_at: Instant,
  /** Whether the name is new in this version. */
  is_new: z.boolean(),
  ...inText,
})

/** A name of an organisation or a person in an uploaded file. */
const UploadMention = z.strictObject({
  kind: z.literal('upload'),
  upload: z.strictObject({ id: Id, title: z.string(), file_name: z.string() }),
  /** The part of its text with the first occurrence. */
  part: z.int(),
  /** When the file was uploaded. */
  created_at: Instant,
  ...inText,
})

/** Fields of a mention in an own text. */
const inOwnText = {
  /** Identifies the text in decisions. */
  text_id: Id,
  /** When the text was written or last changed. */
  changed_at: Instant,
  ...inText,
}

/** A name in the current version of a report, or in a comment on it. */
const ReportMention = z.strictObject({
  kind: z.literal('report'),
  report: z.strictObject({ id: Id, number: z.string(), title: z.string() }),
  comment_id: z.nullable(Id),
  ...inOwnText,
})

/** A name in the title or the description of an event. */
const EventMention = z.strictObject({
  kind: z.literal('event'),
  event: z.strictObject({ id: Id, title: z.string() }),
  ...inOwnText,
})

/** A name in the title or the text of feedback, or in a comment on it. */
const IssueMention = z.strictObject({
  kind: z.literal('issue'),
  issue: z.strictObject({ id: Id, title: z.string() }),
  comment_id: z.nullable(Id),
  ...inOwnText,
})

/** A name in a timeline note. */
const NoteMention = z.strictObject({
  kind: z.literal('note'),
  /** `at`: its date on the timeline. */
  note: z.strictObject({ id: Id, at: z.string() }),
  /** The record on whose timeline it is; null for a private note without a record. */
  of: z.nullable(z.strictObject({ noun: z.enum(partyEntities), id: Id, name: z.string() })),
  ...inOwnText,
})

export const Mention = z.discriminatedUnion('kind', [
  PageMention,
  UploadMention,
  ReportMention,
  EventMention,
  IssueMention,
  NoteMention,
])
export type Mention = z.output<typeof Mention>

export const listMentions = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/mention',
  roles: editors,
  summary: 'Mentions of an organisation or a person on watched pages, in uploads and in own texts, newest first',
  query: z.strictObject({
    /** Exactly one of the two. */
    og: z.optional(PathId),
    person: z.optional(PathId),
    /** Which texts. Pages only by default, because clients of earlier versions expect a page in every row. */
    kind: z._default(Repeated(z.enum(textKinds)), ['page']),
    /** Only the newest version of each page. */
    newest_only: z._default(QueryBool, true),
    /** Excludes pages of the organisation’s own site, which name it everywhere. */
    elsewhere: z._default(QueryBool, false),
    /** Only those that users have rejected as another party, instead of the others. */
    rejected: z._default(QueryBool, false),
    current: z._default(QueryInteger.check(z.minimum(1)), 1),
    // Small, because each row reads a stored text.
    pageSize: z._default(QueryNumber(1, 20), 20),
  }),
  reply: pageOf(Mention),
  errors: ['invalid', 'not_found'],
})

export const decideMention = endpoint({
  method: 'PUT',
  path: '/v1/mention',
  roles: editors,
  bound: 'write',
  summary:
    'Confirm or reject that a name on a page (in all its versions), in an upload or in an own text is this record; null withdraws the decision',
  body: z.strictObject({
    noun: z.enum(partyEntities),
    id: Id,
    /** Exactly one of the three; `text` is the `text_id` of a mention. */
    page: z.optional(Id),
    upload: z.optional(Id),
    text: z.optional(Id),
    verdict: z.nullable(z.enum(verdicts)),
  }),
  reply: z.strictObject({ verdict: z.nullable(z.enum(verdicts)) }),
  errors: ['invalid', 'not_found', 'forbidden'],
})
