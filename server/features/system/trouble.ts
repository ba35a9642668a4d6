import {
  type SystemQueueName,
  type SystemState,
  type Trouble,
  type TroubleCode,
  troubles,
} from '#contract/system-state.api.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const gigabyte = 1024 ** 3

/**
 * How long the oldest item of a queue may wait before it is slow (worth a look), and before it is stuck (needs action).
 * `page` waits for its sites.
 */
const queueLimits: Record<SystemQueueName, { slowMs: number; stuckMs: number }> = {
  job: { slowMs: 10 * minuteMs, stuckMs: hourMs },
  search: { slowMs: minuteMs, stuckMs: 15 * minuteMs },
  news: { slowMs: minuteMs, stuckMs: 15 * minuteMs },
  upload: { slowMs: 15 * minuteMs, stuckMs: 2 * hourMs },
  seal: { slowMs: 15 * minuteMs, stuckMs: 2 * hourMs },
  page: { slowMs: 24 * hourMs, stuckMs: 72 * hourMs },
}
/** Limits of free disk space: below either value it is low, or nearly full. */
const low = { part: 0.1, bytes: 5 * gigabyte }
const fullDiskLimits = { part: 0.03, bytes: gigabyte }
/** The age at which a nightly backup has failed twice. */
const backupOldMs = 50 * hourMs
/** A record or text that waits longer than this to be compared is reported. */
const coverageLateMs = 2 * hourMs
const connectionsPart = 0.9

type MeasuredState = Omit<SystemState, 'troubles'>
type Details = Partial<Omit<Trouble, 'code'>>

/** The troubles in a measured state, the most severe first. */
export function troublesOf(state: MeasuredState): Trouble[] {
  const found: Trouble[] = []
  const add = (code: TroubleCode, { what = null, count = null, since = null }: Details = {}) =>
    found.push({ code, what, count, since })
  const ageMs = (at: string) => Date.parse(state.at) - Date.parse(at)

  for (const [what, part] of Object.entries(state)) if (part === null) add('unmeasured', { what })
  addProcesses(state, add)
  if (state.database && !state.database.is_migrated) add('schema_old', { what: state.database.migration })
  if (state.database && state.database.connections > state.database.max_connections * connectionsPart)
    add('connections_many', { count: state.database.connections })
  for (const { name, free_bytes, total_bytes } of state.disks ?? []) {
    const isBelow = ({ part, bytes }: typeof low) => free_bytes < Math.min(total_bytes * part, bytes)
    if (isBelow(fullDiskLimits)) add('disk_full', { what: name })
    else if (isBelow(low)) add('disk_low', { what: name })
  }
  for (const { name, waiting, oldest_at } of state.queues ?? []) {
    if (oldest_at === null) continue
    const { slowMs, stuckMs } = queueLimits[name]
    const age = ageMs(oldest_at)
    if (age > slowMs)
      add(age > stuckMs ? 'queue_stuck' : 'queue_slow', { what: name, count: waiting, since: oldest_at })
  }
  const failed = (state.tasks ?? []).reduce((sum, task) => sum + task.failed, 0)
  if (failed > 0) add('jobs_failed', { count: failed })
  const quarantined = state.set_aside ?? []
  if (quarantined.length > 0) add('set_aside', { count: quarantined.reduce((sum, { count }) => sum + count, 0) })
  if (state.rounds && state.rounds.collectors_silent > 0)
    add('collector_silent', { count: state.rounds.collectors_silent })
  for (const { part, waiting, oldest_waiting_at, different, checked_at } of state.coverage ?? []) {
    if (oldest_waiting_at !== null && ageMs(oldest_waiting_at) > coverageLateMs)
      add('coverage_late', { what: part, count: waiting, since: oldest_waiting_at })
    if (different > 0) add('coverage_differs', { what: part, count: different, since: checked_at })
  }
  if (state.examiner && state.examiner.drops > 0)
    add('recall_fell', { count: state.examiner.drops, since: state.examiner.ended_at })
  const [longest] = state.mailboxes?.failing ?? []
  if (longest)
    add('mailbox_failing', { what: longest.name, count: state.mailboxes?.failing.length ?? 0, since: longest.since })
  if (state.backup) {
    const { done_at, failed_at, is_nightly } = state.backup
    const isFresh = done_at !== null && ageMs(done_at) <= backupOldMs
    if (failed_at !== null) add('backup_failed', { since: failed_at })
    else if (!isFresh && !is_nightly) add('backup_off', { since: done_at })
    else if (done_at === null) add('backup_none')
    else if (!isFresh) add('backup_old', { since: done_at })
  }
  if (state.seal?.is_broken) add('seal_broken', { since: state.seal.verified_at })
  const order = Object.keys(troubles)
  return found.sort((one, other) => order.indexOf(one.code) - order.indexOf(other.code))
}

function addProcesses(
  { processes, version }: MeasuredState,
  add: (code: TroubleCode, details?: Details) => void,
): void {
  if (!processes) return
  const alive = processes.filter(process => !process.is_silent)
  if (!alive.some(process => process.kind === 'worker')) add('no_worker')
  const silent = processes.filter(process => process.is_silent)
  if (silent.length > 0) add('process_silent', { count: silent.length, since: silent[0]?.last_at ?? null })
  const other = alive.find(process => process.version !== version)
  if (other) add('versions_differ', { what: other.version })
}
