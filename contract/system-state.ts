import * as z from 'zod/mini'
import { coverageParts } from './coverage.ts'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { setAsideQueues } from './set_aside.ts'
import { Id, Instant } from './wire.ts'

/** What waits to be done, by what does it. `page`: addresses that rounds have still to fetch. */
export const systemQueues = ['job', 'search', 'news', 'upload', 'seal', 'page'] as const
export type SystemQueueName = (typeof systemQueues)[number]

/** Counts stop here: a queue of this length is this long or longer. */
export const queueCountLimit = 100_000

const Queue = z.strictObject({
  name: z.enum(systemQueues),
  waiting: z.int(),
  /** Since when the oldest waits; null where nothing does. */
  oldest_at: z.nullable(Instant),
})
export type SystemQueue = z.output<typeof Queue>

/** Jobs of one name: due and waiting, under way, waiting for their time, given up. */
const Task = z.strictObject({
  name: z.string(),
  waiting: z.int(),
  running: z.int(),
  later: z.int(),
  failed: z.int(),
  oldest_at: z.nullable(Instant),
})
export type SystemTask = z.output<typeof Task>

const Process = z.strictObject({
  id: Id,
  kind: z.enum(['api', 'worker']),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  started_at: Instant,
  last_at: Instant,
  /** Nothing for fifteen seconds; soon another process frees what it had in hand. */
  is_silent: z.boolean(),
})

const Disk = z.strictObject({
  /** `data`: the data folder; `blob`: the store of files, where it is a folder elsewhere. */
  name: z.enum(['data', 'blob']),
  free_bytes: z.number(),
  total_bytes: z.number(),
})

/** What is wrong, gravest first; each has its sentence, and what to do, on the screen. `grave`: act now; `minor`: look today; `hint`: nothing is wrong, worth knowing. */
export const troubles = {
  seal_broken: 'grave',
  no_worker: 'grave',
  schema_old: 'grave',
  disk_full: 'grave',
  backup_failed: 'grave',
  backup_old: 'grave',
  queue_stuck: 'grave',
  coverage_differs: 'grave',
  recall_fell: 'grave',
  unmeasured: 'grave',
  disk_low: 'minor',
  queue_slow: 'minor',
  process_silent: 'minor',
  versions_differ: 'minor',
  coverage_late: 'minor',
  set_aside: 'minor',
  jobs_failed: 'minor',
  collector_silent: 'minor',
  connections_many: 'minor',
  backup_none: 'minor',
  backup_off: 'hint',
} as const satisfies Record<string, 'grave' | 'minor' | 'hint'>
export type TroubleCode = keyof typeof troubles

const Trouble = z.strictObject({
  code: z.enum(Object.keys(troubles) as [TroubleCode, ...TroubleCode[]]),
  /** Of what: a queue, a disk, a version, a part of this reply. */
  what: z.nullable(z.string()),
  count: z.nullable(z.int()),
  since: z.nullable(Instant),
})
export type Trouble = z.output<typeof Trouble>

/** A copy of the database as the process that answers has met it; counts are since it started. */
const Replica = z.strictObject({
  /** Host and port. */
  name: z.string(),
  /** How long ago something was written that it has not; null while it is left alone. */
  lag_seconds: z.nullable(z.number()),
  answered: z.int(),
  /** Reads that another answered in its turn: it was left alone, behind, or too slow. */
  passed_over: z.int(),
  last_error: z.nullable(z.string()),
  last_error_at: z.nullable(Instant),
})
export type SystemReplica = z.output<typeof Replica>

/** Null: that part could not be measured just now; `unmeasured` says so among the troubles. */
export const SystemState = z.strictObject({
  at: Instant,
  version: z.string(),
  troubles: z.array(Trouble),
  processes: z.nullable(z.array(Process)),
  database: z.nullable(
    z.strictObject({
      version: z.string(),
      bytes: z.number(),
      connections: z.int(),
      max_connections: z.int(),
      /** The newest migration of this version of the console, and whether the database has it. */
      migration: z.string(),
      is_migrated: z.boolean(),
    }),
  ),
  /** Empty where there are none. */
  replicas: z.array(Replica),
  disks: z.nullable(z.array(Disk)),
  queues: z.nullable(z.array(Queue)),
  tasks: z.nullable(z.array(Task)),
  set_aside: z.nullable(
    z.array(z.strictObject({ queue: z.enum(setAsideQueues), count: z.int(), first_at: z.nullable(Instant) })),
  ),
  rounds: z.nullable(
    z.strictObject({
      running: z.int(),
      overdue: z.int(),
      hosts_held: z.int(),
      hosts_backing_off: z.int(),
      collectors: z.int(),
      collectors_silent: z.int(),
    }),
  ),
  /** What was compared with what, in brief: since when the oldest unit of a part waits, and what the last nightly check found. */
  coverage: z.nullable(
    z.array(
      z.strictObject({
        part: z.enum(coverageParts),
        waiting: z.int(),
        oldest_waiting_at: z.nullable(Instant),
        different: z.int(),
        checked_at: z.nullable(Instant),
      }),
    ),
  ),
  /** The examiner's newest run; without one all are null. `drops`: figures that fell against the runs before. */
  examiner: z.nullable(
    z.strictObject({ ended_at: z.nullable(Instant), recall: z.nullable(z.number()), drops: z.int() }),
  ),
  backup: z.nullable(
    z.strictObject({
      done_at: z.nullable(Instant),
      bytes: z.nullable(z.number()),
      is_running: z.boolean(),
      /** Whether administrators want one every night; where not, none is missed. */
      is_nightly: z.boolean(),
      /** Of a failure after the last that was done. */
      failed_at: z.nullable(Instant),
      error: z.nullable(z.string()),
    }),
  ),
  seal: z.nullable(
    z.strictObject({
      last_at: z.nullable(Instant),
      verified_at: z.nullable(Instant),
      is_broken: z.boolean(),
    }),
  ),
})
export type SystemState = z.output<typeof SystemState>

export const getSystem = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/system',
  roles: admins,
  summary: 'What runs, what waits, what failed; measured anew every few seconds at most',
  reply: SystemState,
})
