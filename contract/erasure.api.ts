import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { Ticket } from './ticket.api.ts'
import { Id, IdParams, Instant, listQuery, pageOf, Required, Rev } from './wire.ts'

/**
 * An erasure counts first (`counting`), waits for decisions (`ready`), removes (`running`), and is `done`. From then on
 * it records that a person was erased, when, by which user and why, but no name.
 */
export const erasureStates = ['counting', 'ready', 'running', 'done', 'failed', 'cancelled'] as const

/** A place that holds data of a person, with the available choices. The first choice is the default. */
const Part = z.strictObject({
  /** `event`, `page`, `upload`, `report`, `import`, `interchange`, `export`, `word`. */
  name: z.string(),
  choices: z.array(z.string()),
  count: z.int(),
  /** The first 100, to be decided one by one; `at` is the creation time, given where several may share a title. */
  items: z.array(z.strictObject({ noun: z.string(), id: Id, title: z.string(), at: z.optional(Instant) })),
})
export type ErasurePart = z.output<typeof Part>

/**
 * A passage of a record that is not linked to the person but contains one of the names; another person may be meant.
 */
const Passage = z.strictObject({
  id: z.string(),
  /** Table and column; `erasurePlaceName` returns their label. */
  place: z.string(),
  /** The record that holds the passage. */
  noun: z.string(),
  record_id: z.nullable(Id),
  title: z.nullable(z.string()),
  /**
   * Details that distinguish the record from others with the same title, as far as known: organisation and position of
   * a person, year (of birth or registration), country (its code), start of an event, address of a page, arrival time
   * of a file. Absent in plans made before this was recorded.
   */
  about: z.optional(
    z.array(z.strictObject({ kind: z.enum(['text', 'born', 'year', 'region', 'at']), value: z.string() })),
  ),
  /** The first occurrences with their surroundings; the name is `text.slice(start, end)`. */
  texts: z.array(z.strictObject({ text: z.string(), start: z.int(), end: z.int() })),
})
export type ErasurePassage = z.output<typeof Passage>

/** A name of the person in texts of other records: the number of rows that contain it, by table and column. */
const Name = z.strictObject({
  name: z.string(),
  /**
   * A long name that no other person here has. It needs no decision: it is removed from the texts of records that link
   * the person.
   */
  is_safe: z.boolean(),
  count: z.int(),
  places: z.array(z.strictObject({ place: z.string(), count: z.int() })),
})

export const ErasurePlan = z.strictObject({
  parts: z.array(Part),
  names: z.array(Name),
  /** Rows about the person, by table and column: the names are removed from them. */
  certain: z.array(z.strictObject({ place: z.string(), count: z.int() })),
  /** Passages to be decided one by one; undecided ones stay. At most a thousand are listed, `more` counts the rest. */
  passages: z.array(Passage),
  more: z.int(),
  /**
   * History entries whose values are removed, audit entries whose texts are removed, and rows of other tables, by
   * table.
   */
  history: z.int(),
  rows: z.array(z.strictObject({ place: z.string(), count: z.int() })),
})
export type ErasurePlan = z.output<typeof ErasurePlan>

export const Erasure = z.strictObject({
  id: Id,
  rev: z.int(),
  person_id: Id,
  /** The person and those merged into it. */
  ids: z.array(Id),
  /** The person's name; null after the erasure. */
  name: z.nullable(z.string()),
  state: z.enum(erasureStates),
  reason: z.nullable(z.string()),
  plan: z.nullable(ErasurePlan),
  /** Number of removed items, by place. */
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
  summary: 'Erasures, running and completed, newest first',
  query: z.strictObject(listQuery(['created_at'])),
  reply: pageOf(Erasure),
  errors: ['invalid'],
})

export const createErasure = endpoint({
  method: 'POST',
  path: '/v1/erasure',
  roles: admins,
  bound: 'trial',
  summary: 'Plan an erasure: count the data about one person; nothing is removed. A waiting erasure is counted again',
  body: z.strictObject({ person_id: Id }),
  reply: Erasure,
  errors: ['invalid', 'not_found', 'wrong_state'],
})

export const getErasure = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/erasure/{id}',
  roles: admins,
  summary: 'One erasure with the data that it would remove',
  params: IdParams,
  reply: Erasure,
  errors: ['not_found'],
})

/** `act` applies to the whole part; the items in `except` get the part’s other choice. */
const Decision = z.strictObject({
  act: z.string().check(z.maxLength(30)),
  except: z._default(z.array(Id).check(z.maxLength(10_000)), []),
})

export const startErasure = endpoint({
  method: 'POST',
  path: '/v1/erasure/{id}/start',
  roles: admins,
  bound: 'write',
  confirm: true,
  summary: 'Erase the person permanently in the background; `confirm` is the name in the plan',
  params: IdParams,
  body: z.strictObject({
    rev: Rev,
    confirm: z.string().check(z.maxLength(500)),
    reason: Required(500),
    choices: z._default(z.record(z.string().check(z.maxLength(30)), Decision), {}),
    /** Ids of the passages in which the names are blanked; the others stay. */
    passages: z._default(z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(1_000)), []),
    /** Names to blank in every text, even if another person is meant. */
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
  summary: 'Cancel an erasure; possible until the removal has begun',
  params: IdParams,
  reply: Erasure,
  errors: ['not_found', 'wrong_state'],
})

export const copyPerson = endpoint({
  method: 'POST',
  path: '/v1/person/{id}/copy',
  roles: admins,
  bound: 'write',
  confirm: true,
  summary: 'A ticket for all data about one person: a ZIP file with JSON and a readable summary',
  params: IdParams,
  body: z.strictObject({ reason: Required(500) }),
  reply: Ticket,
  errors: ['invalid', 'not_found'],
})

/** Entities with a retention period. The trash is always emptied after 30 days, exports after one day. */
export const retentionEntities = ['person', 'event', 'upload', 'page_version', 'notification', 'import'] as const

export const Retention = z.strictObject({
  noun: z.enum(retentionEntities),
  /** Days since the last change (for an event: since its end); null keeps the records for ever. */
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
  summary: 'Retention period of each entity',
  reply: z.strictObject({ items: z.array(Retention) }),
})

const Days = z.nullable(z.int().check(z.minimum(1), z.maximum(36_500)))

export const setRetention = endpoint({
  method: 'PUT',
  path: '/v1/retention',
  roles: admins,
  bound: 'write',
  confirm: true,
  summary: 'Set retention periods; they are applied every night',
  body: z.strictObject({
    items: z
      .array(z.strictObject({ noun: z.enum(retentionEntities), days: Days }))
      .check(z.minLength(1), z.maxLength(10)),
  }),
  reply: z.strictObject({ items: z.array(Retention) }),
  errors: ['invalid'],
})

export const tryRetention = endpoint({
  method: 'POST',
  path: '/v1/retention/try',
  roles: admins,
  bound: 'trial',
  summary:
    'Preview of a retention period: the number of records it would remove tonight, and the first twenty; nothing is removed',
  body: z.strictObject({ noun: z.enum(retentionEntities), days: z.int().check(z.minimum(1), z.maximum(36_500)) }),
  reply: z.strictObject({
    count: z.int(),
    items: z.array(z.strictObject({ id: Id, title: z.string(), at: Instant })),
  }),
  errors: ['invalid'],
})
