import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { Ticket } from './ticket.ts'
import { Id, IdParams, Instant, listQuery, pageOf, Required, Rev } from './wire.ts'

/**
 * An erasure counts first (`counting`), waits for decisions (`ready`), removes (`running`), and is `done`: from then on
 * it says that somebody was erased, when, by whom and why, and no name.
 */
export const erasureStates = ['counting', 'ready', 'running', 'done', 'failed', 'cancelled'] as const

/** Where something of a person is, with what may be done there; the first choice holds where nothing is said. */
const Part = z.strictObject({
  /** `event`, `page`, `upload`, `report`, `import`, `interchange`, `export`, `word`. */
  name: z.string(),
  choices: z.array(z.string()),
  count: z.int(),
  /** The first 100, to decide on one by one; `at`, when it came, where several may have one title. */
  items: z.array(z.strictObject({ noun: z.string(), id: Id, title: z.string(), at: z.optional(Instant) })),
})
export type ErasurePart = z.output<typeof Part>

/** Words of a record that nothing ties to the person, and that hold one of the names: somebody else may be meant. */
const Passage = z.strictObject({
  id: z.string(),
  /** Table and column; `erasurePlaceName` has words for it. */
  place: z.string(),
  /** Whose words they are. */
  noun: z.string(),
  record_id: z.nullable(Id),
  title: z.nullable(z.string()),
  /**
   * What tells the record from others of its title, as far as it is known: the organisation and office of a person, the year
   * (of birth or registration), country (its code), beginning of an event, address of a page, when a file came. Absent in what
   * was counted before this was told.
   */
  about: z.optional(
    z.array(z.strictObject({ kind: z.enum(['text', 'born', 'year', 'region', 'at']), value: z.string() })),
  ),
  /** The first places with what stands around them; the name is `text.slice(start, end)`. */
  texts: z.array(z.strictObject({ text: z.string(), start: z.int(), end: z.int() })),
})
export type ErasurePassage = z.output<typeof Passage>

/** A name of the person in the words of other records: how many rows hold it, by table and column. */
const Name = z.strictObject({
  name: z.string(),
  /** Long, and borne by nobody else here: it goes from the words of records that link the person without being asked for. */
  is_safe: z.boolean(),
  count: z.int(),
  places: z.array(z.strictObject({ place: z.string(), count: z.int() })),
})

export const ErasurePlan = z.strictObject({
  parts: z.array(Part),
  names: z.array(Name),
  /** Rows that are about the person, by table and column: the names go from them. */
  certain: z.array(z.strictObject({ place: z.string(), count: z.int() })),
  /** To be decided on one by one: what is not decided stays as it is. At most a thousand are told, `more` are not. */
  passages: z.array(Passage),
  more: z.int(),
  /** Entries of the history whose values go, entries of the trail whose words do, and rows of other tables, by table. */
  history: z.int(),
  rows: z.array(z.strictObject({ place: z.string(), count: z.int() })),
})
export type ErasurePlan = z.output<typeof ErasurePlan>

export const Erasure = z.strictObject({
  id: Id,
  rev: z.int(),
  person_id: Id,
  /** The person with those merged into them. */
  ids: z.array(Id),
  /** What the person is called; empty once they are erased. */
  name: z.nullable(z.string()),
  state: z.enum(erasureStates),
  reason: z.nullable(z.string()),
  plan: z.nullable(ErasurePlan),
  /** What was removed, by place. */
  counts: z.record(z.string(), z.int()),
  error: z.nullable(z.string()),
  username: z.string(),
  created_at: Instant,
  updated_at: Instant,
  done_at: z.nullable(Instant),
})
export type Erasure = z.output<typeof Erasure>

export const listErasures = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/erasure',
  roles: admins,
  summary: 'Erasures begun and done, newest first',
  query: z.strictObject(listQuery(['created_at'])),
  reply: pageOf(Erasure),
  errors: ['invalid'],
})

export const createErasure = endpoint({
  method: 'POST',
  path: '/v1/erasure',
  roles: admins,
  bound: 'trial',
  summary: 'Count what there is of one person; nothing is removed. One that waits already is counted anew',
  body: z.strictObject({ person_id: Id }),
  reply: Erasure,
  errors: ['invalid', 'not_found', 'wrong_state'],
})

export const getErasure = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/erasure/{id}',
  roles: admins,
  summary: 'One erasure with what it would remove',
  params: IdParams,
  reply: Erasure,
  errors: ['not_found'],
})

/** `act` for all of a part, and the items for which the part’s other choice holds. */
const Decision = z.strictObject({
  act: z.string().check(z.maxLength(30)),
  except: z._default(z.array(Id).check(z.maxLength(10_000)), []),
})

export const startErasure = endpoint({
  method: 'POST',
  path: '/v1/erasure/{id}/start',
  roles: admins,
  bound: 'write',
  summary: 'Remove the person for good, in the background; `confirm` is their name as it stands in the plan',
  params: IdParams,
  body: z.strictObject({
    rev: Rev,
    confirm: z.string().check(z.maxLength(500)),
    reason: Required(500),
    choices: z._default(z.record(z.string().check(z.maxLength(30)), Decision), {}),
    /** Passages in which the names are blanked, by their ids; the others stay. */
    passages: z._default(z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(1_000)), []),
    /** Names to blank wherever they stand, whoever is meant. */
    names: z.optional(z.array(z.string().check(z.maxLength(500))).check(z.maxLength(200))),
  }),
  reply: Erasure,
  errors: ['invalid', 'not_found', 'stale', 'wrong_state'],
})

export const cancelErasure = endpoint({
  method: 'POST',
  path: '/v1/erasure/{id}/cancel',
  roles: admins,
  bound: 'write',
  summary: 'Leave the person as they are; possible until the removal has begun',
  params: IdParams,
  reply: Erasure,
  errors: ['not_found', 'wrong_state'],
})

export const copyPerson = endpoint({
  method: 'POST',
  path: '/v1/person/{id}/copy',
  roles: admins,
  bound: 'write',
  summary: 'A ticket for all that is held about one person: a ZIP of JSON and a summary to read',
  params: IdParams,
  body: z.strictObject({ reason: Required(500) }),
  reply: Ticket,
  errors: ['invalid', 'not_found'],
})

/** What may be kept for a time only. The trash is emptied after 30 days, exports after one, whatever is set. */
export const retentionNouns = ['person', 'event', 'upload', 'page_version', 'notification', 'import'] as const

export const Retention = z.strictObject({
  noun: z.enum(retentionNouns),
  /** Days since the last change (of an event: since its end); null keeps for ever. */
  days: z.nullable(z.int()),
  ran_at: z.nullable(Instant),
  /** Removed so far. */
  removed: z.int(),
})
export type Retention = z.output<typeof Retention>

export const listRetentions = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/retention',
  roles: admins,
  summary: 'How long each noun is kept',
  reply: z.strictObject({ items: z.array(Retention) }),
})

const Days = z.nullable(z.int().check(z.minimum(1), z.maximum(36_500)))

export const setRetention = endpoint({
  method: 'PUT',
  path: '/v1/retention',
  roles: admins,
  bound: 'write',
  summary: 'Set terms; obeyed once a night',
  body: z.strictObject({
    items: z.array(z.strictObject({ noun: z.enum(retentionNouns), days: Days })).check(z.minLength(1), z.maxLength(10)),
  }),
  reply: z.strictObject({ items: z.array(Retention) }),
  errors: ['invalid'],
})

export const tryRetention = endpoint({
  method: 'POST',
  path: '/v1/retention/try',
  roles: admins,
  bound: 'trial',
  summary: 'What a term would remove tonight: how many, and the first twenty; nothing is removed',
  body: z.strictObject({ noun: z.enum(retentionNouns), days: z.int().check(z.minimum(1), z.maximum(36_500)) }),
  reply: z.strictObject({
    count: z.int(),
    items: z.array(z.strictObject({ id: Id, title: z.string(), at: Instant })),
  }),
  errors: ['invalid'],
})
