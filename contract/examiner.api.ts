import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { Id, Instant, Nothing, PathId } from './wire.ts'

/** How the name of an entry is altered before it is screened, imitating how people misspell names. */
export const alterations = [
  'exact',
  'order',
  'initials',
  'one_letter',
  'script',
  'legal_form',
  'birth_year',
  'married_name',
  'no_patronymic',
  'spacing',
] as const
export type Alteration = (typeof alterations)[number]

/** The script in which the altered name was written. */
export const queryScripts = ['latin', 'cyrillic', 'arabic', 'han', 'other'] as const
export type QueryScript = (typeof queryScripts)[number]

export const examinerLimits = {
  /** Number of entries sampled from each list. */
  sample: 60,
  /** A figure that falls by more than this below the mean of the previous runs raises an alarm. Shares of 1. */
  margin: 0.05,
  /** Figures based on fewer queries raise no alarm. */
  leastQueries: 10,
  /** Number of runs that a run is compared with. */
  runsBefore: 5,
  /** Maximum number of examples stored per run; their total number is stored too. */
  misses: 300,
  keptDays: 400,
} as const

const Figure = z.strictObject({
  list_id: Id,
  script: z.enum(queryScripts),
  alteration: z.enum(alterations),
  asked: z.int(),
  found: z.int(),
})
export type ExaminerFigure = z.output<typeof Figure>

export const dropKinds = ['list', 'script', 'alteration'] as const
/** A figure that fell: of a list, a script or an alteration; for one list or (null) all lists. Shares of 1. */
const Drop = z.strictObject({
  kind: z.enum(dropKinds),
  key: z.string(),
  before: z.number(),
  now: z.number(),
})
export type ExaminerDrop = z.output<typeof Drop>

const ExaminedList = z.strictObject({ id: Id, name: z.string(), version: z.int(), sampled: z.int() })

export const ExaminerRun = z.strictObject({
  id: Id,
  started_at: Instant,
  ended_at: Instant,
  seed: z.string(),
  /** The version of the scoring rule, and the threshold in points (0–100). */
  rule: z.int(),
  threshold: z.number(),
  lists: z.array(ExaminedList),
  figures: z.array(Figure),
  asked: z.int(),
  found: z.int(),
  /** Entries without a name that could be altered. */
  skipped: z.int(),
  drops: z.array(Drop),
})
export type ExaminerRun = z.output<typeof ExaminerRun>

const Miss = z.strictObject({
  list_id: Id,
  entry_key: z.string(),
  caption: z.string(),
  script: z.enum(queryScripts),
  alteration: z.enum(alterations),
  /** The altered name, with the year of birth if it was given. */
  query: z.string(),
  /** Entries found instead, the best match first, at most three. */
  instead: z.array(z.strictObject({ caption: z.string(), score: z.number() })),
})
export type ExaminerMiss = z.output<typeof Miss>

export const listExaminerRuns = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/examiner',
  roles: admins,
  summary: 'Examiner runs, newest first: the share of altered list names that screening finds',
  reply: z.strictObject({ is_waiting: z.boolean(), runs: z.array(ExaminerRun) }),
})

export const getExaminerRun = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/examiner/{id}',
  roles: admins,
  summary: 'One run with the entries that were missed and the results found instead',
  params: z.strictObject({ id: PathId }),
  reply: z.strictObject({ run: ExaminerRun, misses: z.array(Miss), missed: z.int() }),
  errors: ['not_found'],
})

export const startExaminer = endpoint({
  method: 'POST',
  path: '/v1/examiner',
  roles: admins,
  bound: 'write',
  summary: 'Start an examination of screening; if one waits already, no second one is queued',
  reply: Nothing,
})

export const writeExaminerReport = endpoint({
  method: 'POST',
  path: '/v1/examiner/report',
  roles: admins,
  bound: 'trial',
  summary: 'A run as a PDF for auditors',
  body: z.strictObject({ id: Id }),
  replies: 'stream',
  reply: z.unknown(),
  errors: ['invalid', 'not_found', 'too_large'],
})
