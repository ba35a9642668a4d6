import * as z from 'zod/mini'
import { coverageParts } from './coverage.api.ts'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { quarantineQueues } from './set_aside.api.ts'
import { Id, Instant } from './wire.ts'

/** Queues of waiting work. `page`: addresses that rounds have yet to fetch. */
export const systemQueues = ['job', 'search', 'news', 'upload', 'seal', 'page'] as const
export type SystemQueueName = (typeof systemQueues)[number]

/** Counting stops here: a queue with this length may be longer. */
export const queueCountLimit = 100_000

const Queue = z.strictObject({
  name: z.enum(systemQueues),
  waiting: z.int(),
  /** Since when the oldest unit has been waiting; null if none waits. */
  oldest_at: z.nullable(Instant),
})
export type SystemQueue = z.output<typeof Queue>

/** Jobs of one name: waiting and due, running, scheduled for later, given up. */
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
  /** No heartbeat for fifteen seconds; another process will soon release its work. */
  is_silent: z.boolean(),
})

const Disk = z.strictObject({
  /** `data`: the data folder; `blob`: the file store, if it is a different folder. */
  name: z.enum(['data', 'blob']),
  free_bytes: z.number(),
  total_bytes: z.number(),
})

/**
 * Faults, the most serious first; the screen has a sentence and a remedy for each. `grave`: act now; `minor`: check
 * today; `hint`: nothing is wrong, for information.
 */
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
  mailbox_failing: 'minor',
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
  /** The affected queue, disk, version or part of this reply. */
  what: z.nullable(z.string()),
  count: z.nullable(z.int()),
  since: z.nullable(Instant),
})
export type Trouble = z.output<typeof Trouble>

/** A read replica as seen by the answering process; counts are since that process started. */
const Replica = z.strictObject({
  /** Host and port. */
  name: z.string(),
  /** How far it is behind the primary, in seconds; null while it is paused. */
  lag_seconds: z.nullable(z.number()),
  answered: z.int(),
  /** Reads that another server answered instead, because the replica was paused, behind or too slow. */
  passed_over: z.int(),
  last_error: z.nullable(z.string()),
  last_error_at: z.nullable(Instant),
})
export type SystemReplica = z.output<typeof Replica>

/** A part is null if it could not be measured; the trouble `unmeasured` then names it. */
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
  /** Empty if no replicas are configured. */
  replicas: z.array(Replica),
  disks: z.nullable(z.array(Disk)),
  queues: z.nullable(z.array(Queue)),
  tasks: z.nullable(z.array(Task)),
  set_aside: z.nullable(
    z.array(z.strictObject({ queue: z.enum(quarantineQueues), count: z.int(), first_at: z.nullable(Instant) })),
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
  /**
   * Summary of coverage: since when the oldest unit of a part has been waiting, and the result of the last nightly
   * check.
   */
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
  /** The examiner's newest run; all null without one. `drops`: figures that fell compared with the previous runs. */
  examiner: z.nullable(
    z.strictObject({ ended_at: z.nullable(Instant), recall: z.nullable(z.number()), drops: z.int() }),
  ),
  /** Failing mailboxes, the longest failing first, and messages that could not be read. */
  mailboxes: z.nullable(
    z.strictObject({
      total: z.int(),
      failing: z.array(z.strictObject({ name: z.string(), since: Instant })),
      undecided: z.int(),
    }),
  ),
  backup: z.nullable(
    z.strictObject({
      done_at: z.nullable(Instant),
      bytes: z.nullable(z.number()),
      is_running: z.boolean(),
      /** Whether administrators want a nightly backup; if not, none is missed. */
      is_nightly: z.boolean(),
      /** A failure after the last completed backup. */
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
  summary: 'System state: running, waiting and failed work; measured every few seconds at most',
  reply: SystemState,
})
