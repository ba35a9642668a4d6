import * as z from 'zod/mini'
import { TrialEffect } from './diff-trial.ts'
import { endpoint } from './endpoint.ts'
import { TextMark } from './page.api.ts'
import { editors } from './role.ts'
import {
  Expected,
  engName,
  Id,
  IdParams,
  Instant,
  listQuery,
  Nothing,
  PathId,
  pageOf,
  QueryBool,
  QueryInteger,
  QueryLevel,
  QueryNumber,
  QueryOffset,
  Repeated,
  Required,
  Rev,
  Text,
} from './wire.ts'

/** `word` is searched for; `allow` is a harmless phrase within which words are not counted. */
export const wordKinds = ['word', 'allow'] as const

const writable = {
  word: Required(100),
  kind: z.enum(wordKinds),
  category: z.nullable(Text(60)),
  /** 1 is the least serious, 3 the most serious. */
  level: z.int().check(z.minimum(1), z.maximum(3)),
  enabled: z.boolean(),
  note: z.nullable(Text(1_000)),
}

export const Word = z.strictObject({
  id: Id,
  rev: z.int(),
  ...writable,
  owner: z.nullable(Id),
  owner_name: z.nullable(z.string()),
  /** Number of occurrences in the newest versions of pages that the caller may read, and the number of those pages. */
  hits: z.int(),
  pages: z.int(),
  created_at: Instant,
  updated_at: Instant,
  can: z.array(z.enum(['update', 'delete'])),
})
export type Word = z.output<typeof Word>

const NewWord = z.extend(z.partial(z.strictObject(writable)), { word: writable.word })

export const wordSortable = ['updated_at', 'created_at', 'word', 'level', 'hits'] as const
const filter = {
  keyword: z.optional(Text(200)),
  id: z.optional(Repeated(PathId)),
  kind: z.optional(Repeated(z.enum(wordKinds))),
  category: z.optional(Repeated(Text(60))),
  level: z.optional(Repeated(QueryLevel)),
  enabled: z.optional(Repeated(QueryBool)),
}
export const WordFilter = z.strictObject(filter)
export type WordFilter = z.output<typeof WordFilter>
export const WordQuery = z.strictObject({ ...listQuery(wordSortable), ...filter })
export type WordQuery = z.output<typeof WordQuery>

export const listWords = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/word',
  roles: editors,
  summary: 'Sensitive words and allowed phrases',
  query: WordQuery,
  reply: pageOf(Word),
  errors: ['invalid'],
})

export const getWord = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/word/{id}',
  roles: editors,
  summary: 'One word',
  params: IdParams,
  reply: Word,
  errors: ['not_found'],
})

export const createWord = endpoint({
  method: 'POST',
  path: '/v1/word',
  roles: editors,
  bound: 'write',
  summary: 'Add a word; it must be unique regardless of letter case, width and script (simplified, traditional)',
  body: NewWord,
  reply: Word,
  errors: ['invalid', 'duplicate'],
})

export const updateWord = endpoint({
  method: 'PUT',
  path: '/v1/word/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Change a word; absent fields do not change, null clears',
  params: IdParams,
  body: z.extend(z.partial(z.strictObject(writable)), { rev: Rev }),
  reply: Word,
  errors: ['invalid', 'not_found', 'duplicate', 'stale'],
})

export const deleteWord = endpoint({
  method: 'DELETE',
  path: '/v1/word/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Delete a word and its hits',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

const Bulk = z.strictObject({
  act: z.enum(['update', 'delete']),
  ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(10_000))),
  filter: z.optional(WordFilter),
  expected: Expected,
  patch: z.optional(
    z.partial(z.strictObject({ category: writable.category, level: writable.level, enabled: writable.enabled })),
  ),
})

export const bulkWord = endpoint({
  method: 'POST',
  path: '/v1/word/bulk',
  roles: editors,
  bound: 'bulk',
  summary: 'Bulk action on words: those named, or all that match a filter if their number is as expected',
  body: Bulk,
  reply: z.strictObject({ done: z.int() }),
  errors: ['invalid', 'count_changed'],
})

/** Maximum number of lines in one pasted list. */
export const mostPastedLines = 20_000

function hasFewLines(text: string): boolean {
  let lines = 1
  for (const _ of text.matchAll(/\r\n|[\r\n]/g)) {
    lines += 1
    if (lines > mostPastedLines) return false
  }
  return true
}

const Pasted = z.strictObject({
  text: z
    .string()
    .check(z.minLength(1), z.maxLength(900_000), z.refine(hasFewLines, { params: { code: 'lines_many' } })),
  kind: z._default(z.enum(wordKinds), 'word'),
  category: z.optional(z.nullable(Text(60))),
  level: z.optional(writable.level),
  /** How existing words are treated. */
  existing: z._default(z.enum(['keep', 'update']), 'keep'),
})

export const pasteWords = endpoint({
  method: 'POST',
  path: '/v1/word/paste',
  roles: editors,
  bound: 'bulk',
  summary:
    'Add words from a text: one word a line, or `word,category,level,note`; a dry run reports the effect of each line',
  body: z.extend(Pasted, { dry_run: z._default(z.boolean(), false) }),
  reply: z.strictObject({
    added: z.int(),
    updated: z.int(),
    kept: z.int(),
    invalid: z.int(),
    /** The first 200 lines with an outcome other than a new word. */
    lines: z.array(
      z.strictObject({
        line: z.int(),
        text: z.string(),
        outcome: z.enum(['repeated', 'existing', 'updated', 'too_long', 'empty', 'bad_level']),
      }),
    ),
  }),
  errors: ['invalid'],
})

/** Languages of the words supplied with the product. */
export const startingLanguages = ['zh', 'en'] as const
export type StartingLanguage = (typeof startingLanguages)[number]

/** Number of searched words in each language; harmless phrases are not included. */
export const startingWordCounts = { zh: 237, en: 216 } as const satisfies Record<StartingLanguage, number>

export const loadStartingWords = endpoint({
  method: 'POST',
  path: '/v1/word/starting',
  roles: editors,
  bound: 'bulk',
  summary: 'Add the product’s built-in words with categories and levels; existing words do not change',
  body: z.strictObject({
    languages: z._default(
      z.array(z.enum(startingLanguages)).check(z.minLength(1), z.maxLength(startingLanguages.length)),
      ['zh', 'en'],
    ),
  }),
  reply: z.strictObject({ added: z.int(), existing: z.int() }),
  errors: ['invalid'],
})

export const tryWords = endpoint({
  method: 'POST',
  path: '/v1/word/try',
  roles: editors,
  bound: 'trial',
  summary: 'Dictionary hits in a text, including names of records',
  body: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(200_000)) }),
  reply: z.strictObject({ marks: z.array(TextMark), cut: z.boolean() }),
  errors: ['invalid'],
})

export const tryWordChange = endpoint({
  method: 'POST',
  path: '/v1/word/change/try',
  roles: editors,
  bound: 'trial',
  summary: 'Effect of a changed dictionary on the stored differences of readable sites; nothing is saved',
  /** Exactly one of them. `word` without `id` is a new word. */
  body: z
    .strictObject({
      word: z.optional(z.extend(z.partial(z.strictObject(writable)), { id: z.optional(Id) })),
      bulk: z.optional(Bulk),
      paste: z.optional(Pasted),
    })
    .check(
      z.refine(body => [body.word, body.bulk, body.paste].filter(each => each !== undefined).length === 1, {
        params: { code: 'required' },
        path: ['word'],
      }),
    ),
  reply: TrialEffect,
  errors: ['invalid', 'not_found', 'duplicate', 'count_changed'],
})

export const listWordCategories = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/word/category',
  roles: editors,
  summary: 'Categories in use, with the number of words',
  reply: z.strictObject({ items: z.array(z.strictObject({ category: z.string(), count: z.int() })) }),
})

export const listWordHits = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/word/hit',
  roles: editors,
  summary: 'Hits on readable sites: by word, page, organisation, or day of the capture',
  query: z.strictObject({
    by: z.enum(['word', 'page', 'og', 'day']),
    word: z.optional(Repeated(PathId)),
    og_id: z.optional(Repeated(PathId)),
    level: z.optional(Repeated(QueryLevel)),
    /** `day`: this many past days, including today. */
    days: z._default(QueryNumber(1, 366), 30),
    /** Minutes east of UTC; determines the day of an instant. */
    offset: z._default(QueryOffset, 0),
    current: z._default(QueryInteger.check(z.minimum(1)), 1),
    pageSize: z._default(QueryNumber(1, 100), 20),
  }),
  reply: z.strictObject({
    items: z.array(
      z.strictObject({
        /** Id of the word, page or organisation; null for a day. */
        id: z.nullable(Id),
        /** The word, the page’s title or address, the organisation’s name, the day `2026-11-21`. */
        name: z.string(),
        ...engName,
        og_id: z.nullable(Id),
        level: z.nullable(z.int()),
        hits: z.int(),
        /** Hits that first appeared in the version that contains them. */
        new_hits: z.int(),
        pages: z.int(),
      }),
    ),
    total: z.int(),
  }),
  errors: ['invalid'],
})

export const getRescan = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/word/rescan',
  roles: editors,
  summary: 'Progress of the search of stored texts with the current dictionary',
  reply: z.strictObject({
    /** The dictionary’s version; each change increments it. */
    version: z.int(),
    words: z.int(),
    done: z.int(),
    total: z.int(),
    is_running: z.boolean(),
  }),
})
