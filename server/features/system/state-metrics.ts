import { Gauge, type Registry } from 'prom-client'
import { troubles as grades, type SystemState } from '#contract/system-state.api.ts'

const seconds = (instant: string) => Date.parse(instant) / 1000

/**
 * Gauges of the state that all processes share, set from one measurement of the whole system; a part that could not be
 * measured has no value.
 */
export function stateGauges(registry: Registry): (state: SystemState | null) => void {
  const gauge = <const L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const measured = gauge('og_part_measured', '1 if a part of the system could be measured', 'part')
  const troubles = gauge('og_troubles', 'Problems that the System page reports, by code', 'code')
  const waiting = gauge('og_queue_waiting', 'Entries waiting in a queue; counted up to 100,000', 'queue')
  const oldest = gauge('og_queue_oldest_seconds', 'Age of the oldest entry of a queue', 'queue')
  const tasks = gauge('og_task_jobs', 'Background jobs in the database, by name and state', 'task', 'state')
  const taskOldest = gauge('og_task_oldest_seconds', 'Age of the oldest due job, by name', 'task')
  const quarantined = gauge('og_set_aside', 'Quarantined units of a queue', 'queue')
  const processes = gauge('og_processes', 'Processes with a heartbeat', 'kind')
  const beats = gauge('og_process_beat_seconds', 'Seconds since the last heartbeat of a process', 'kind', 'host', 'pid')
  const rounds = gauge('og_rounds', 'Crawl rounds running, and those overdue', 'state')
  const hosts = gauge('og_hosts', 'Hosts leased by crawlers, and hosts in a pause', 'state')
  const collectors = gauge('og_collectors', 'Crawlers with a heartbeat, and crawlers without one', 'state')
  const free = gauge('og_disk_free_bytes', 'Free bytes of a disk', 'disk')
  const total = gauge('og_disk_total_bytes', 'All bytes of a disk', 'disk')
  const databaseBytes = gauge('og_database_bytes', 'Size of the database')
  const connections = gauge('og_database_connections', 'Open connections of the database')
  const most = gauge('og_database_max_connections', 'Connections that the database allows')
  const current = gauge('og_schema_current', '1 if the database has the newest migration of this version')
  const uncompared = gauge('og_coverage_waiting', 'Units of a part that wait for comparison', 'part')
  const uncomparedAge = gauge('og_coverage_oldest_seconds', 'Age of the oldest unit of a part not yet compared', 'part')
  const differing = gauge('og_coverage_differences', 'Differences that the last nightly check of a part found', 'part')
  const recall = gauge(
    'og_examiner_recall',
    'Share of altered names of list entries that the last run of the examiner found',
  )
  const recallDrops = gauge('og_examiner_drops', 'Figures of the examiner that fell below the previous runs')
  const backup = gauge('og_backup_timestamp_seconds', 'Time of the last completed backup; 0 if there is none')
  const backupBytes = gauge('og_backup_bytes', 'Size of the last backup')
  const backupFailed = gauge('og_backup_failed', '1 if a backup failed and none has completed since')
  const nightly = gauge('og_backup_nightly', '1 if nightly backups are enabled')
  const seal = gauge(
    'og_seal_timestamp_seconds',
    'Time of the last hash chain link of the audit log; 0 if there is none',
  )
  const broken = gauge('og_seal_broken', '1 if the last verification found the audit log changed')
  const all = [measured, troubles, waiting, oldest, tasks, taskOldest, quarantined, processes, beats, rounds, hosts]
  const more = [collectors, free, total, databaseBytes, connections, most, current, backup, backupBytes, backupFailed]
  const lists = [...all, ...more, uncompared, uncomparedAge, differing, recall, recallDrops, nightly, seal, broken]

  return state => {
    for (const each of lists) each.reset()
    // A gauge without labels is 0 after its reset: it must be removed, so that it does not report a value that was not
    // measured.
    const single = [
      recall,
      recallDrops,
      databaseBytes,
      connections,
      most,
      current,
      backup,
      backupBytes,
      backupFailed,
      nightly,
      seal,
      broken,
    ]
    for (const each of single) each.remove()
    measured.labels('all').set(state ? 1 : 0)
    if (!state) return
    const age = (instant: string) => Math.max(0, seconds(state.at) - seconds(instant))
    for (const [part, value] of Object.entries(state))
      if (value === null || typeof value === 'object') measured.labels(part).set(value === null ? 0 : 1)
    for (const { code } of state.troubles) if (grades[code] !== 'hint') troubles.labels(code).set(1)
    for (const queue of state.queues ?? []) {
      waiting.labels(queue.name).set(queue.waiting)
      oldest.labels(queue.name).set(queue.oldest_at === null ? 0 : age(queue.oldest_at))
    }
    for (const task of state.tasks ?? []) {
      for (const name of ['waiting', 'running', 'later', 'failed'] as const)
        tasks.labels(task.name, name).set(task[name])
      taskOldest.labels(task.name).set(task.oldest_at === null ? 0 : age(task.oldest_at))
    }
    for (const { queue, count } of state.set_aside ?? []) quarantined.labels(queue).set(count)
    if (state.processes) for (const kind of ['api', 'worker']) processes.labels(kind).set(0)
    for (const { kind, host, pid, last_at, is_silent } of state.processes ?? []) {
      if (!is_silent) processes.labels(kind).inc()
      beats.labels(kind, host, String(pid)).set(age(last_at))
    }
    if (state.rounds) {
      rounds.labels('running').set(state.rounds.running)
      rounds.labels('overdue').set(state.rounds.overdue)
      hosts.labels('held').set(state.rounds.hosts_held)
      hosts.labels('backing_off').set(state.rounds.hosts_backing_off)
      collectors.labels('ok').set(state.rounds.collectors)
      collectors.labels('silent').set(state.rounds.collectors_silent)
    }
    for (const { part, waiting, oldest_waiting_at, different } of state.coverage ?? []) {
      uncompared.labels(part).set(waiting)
      uncomparedAge.labels(part).set(oldest_waiting_at === null ? 0 : age(oldest_waiting_at))
      differing.labels(part).set(different)
    }
    if (state.examiner) {
      if (state.examiner.recall !== null) recall.set(state.examiner.recall)
      recallDrops.set(state.examiner.drops)
    }
    for (const disk of state.disks ?? []) {
      free.labels(disk.name).set(disk.free_bytes)
      total.labels(disk.name).set(disk.total_bytes)
    }
    if (state.database) {
      databaseBytes.set(state.database.bytes)
      connections.set(state.database.connections)
      most.set(state.database.max_connections)
      current.set(state.database.is_migrated ? 1 : 0)
    }
    if (state.backup) {
      backup.set(state.backup.done_at === null ? 0 : seconds(state.backup.done_at))
      backupBytes.set(state.backup.bytes ?? 0)
      backupFailed.set(state.backup.failed_at === null ? 0 : 1)
      nightly.set(state.backup.is_nightly ? 1 : 0)
    }
    if (state.seal) {
      seal.set(state.seal.last_at === null ? 0 : seconds(state.seal.last_at))
      broken.set(state.seal.is_broken ? 1 : 0)
    }
  }
}
