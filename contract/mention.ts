import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { partyNouns } from './noun.ts'
import { editors } from './role.ts'
import { Id, Instant, PathId, pageOf, QueryBool, QueryInteger, QueryNumber, Ref } from './wire.ts'

/** How sure it is that a name in a text means this record. A name alone never makes a person more than possible. */
export const certainties = ['certain', 'likely', 'possible'] as const
export type Certainty = (typeof certainties)[number]

/** What people have said of a name in a text: it is this record, or it is not. */
export const verdicts = ['confirmed', 'rejected'] as const
export type Verdict = (typeof verdicts)[number]

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

/** Why it is so sure: `value` is what stands beside the name, or how many bear it. */
export const NameReason = z.strictObject({
  code: z.enum(nameReasons),
  value: z.optional(z.union([z.string(), z.number()])),
})
export type NameReason = z.output<typeof NameReason>

/** A record that a text names, with what tells it from its namesakes; all of it as the reader may know it. */
export const Named = z.strictObject({
  noun: z.enum(partyNouns),
  id: Id,
  name: z.string(),
  certainty: z.enum(certainties),
  reasons: z.array(NameReason),
  verdict: z.nullable(z.enum(verdicts)),
  /** Who said so, and when. */
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(Instant),
  /** The reader may say what it is. */
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
export type Named = z.output<typeof Named>

/** A name of an organisation or a person in a version of a watched page. */
export const Mention = z.strictObject({
  page: z.strictObject({ id: Id, url: z.string(), title: z.nullable(z.string()) }),
  /** Whose site the page is of. */
  og: Ref,
  version_id: Id,
  fetched_at: Instant,
  count: z.int(),
  /** It came with this version. */
  is_new: z.boolean(),
  /** The name or alias as the page writes it. */
  name: z.string(),
  /** How sure it is that the record is meant, and why. */
  named: Named,
  /** The words around the place where what speaks for it stands beside it, else the first; null where the text cannot be read any more. `name` is `text.slice(start, end)`. */
  excerpt: z.nullable(z.strictObject({ text: z.string(), start: z.int(), end: z.int() })),
})
export type Mention = z.output<typeof Mention>

export const listMentions = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/mention',
  roles: editors,
  summary: 'Where watched pages name an organisation or a person, newest first',
  query: z.strictObject({
    /** Exactly one of the two. */
    og: z.optional(PathId),
    person: z.optional(PathId),
    /** Only the newest version of each page. */
    newest_only: z._default(QueryBool, true),
    /** Without the pages of the organisation’s own site, which name it everywhere. */
    elsewhere: z._default(QueryBool, false),
    /** Those that people have said to be somebody else, instead of the others. */
    rejected: z._default(QueryBool, false),
    current: z._default(QueryInteger.check(z.minimum(1)), 1),
    // Each row reads a stored text.
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
    'Say of a name on a page, in all its versions, or in an upload that it is this record, or is not; null takes it back',
  body: z.strictObject({
    noun: z.enum(partyNouns),
    id: Id,
    /** Exactly one of the two. */
    page: z.optional(Id),
    upload: z.optional(Id),
    verdict: z.nullable(z.enum(verdicts)),
  }),
  reply: z.strictObject({ verdict: z.nullable(z.enum(verdicts)) }),
  errors: ['invalid', 'not_found', 'forbidden'],
})
