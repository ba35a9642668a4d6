import { type SystemQueue, type SystemReplica, type SystemState, systemQueues } from '#contract/system-state.api.ts'
import { isLost, lostSentence } from '#server/features/backup/backup.policy.ts'
import type { CoverageLag } from '#server/features/coverage/coverage.service.ts'
import { measureExaminer } from '#server/features/examiner/examiner.service.ts'
import { measureMailboxes } from '#server/features/mailbox/mailbox.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newestMigration } from '#server/platform/db/migrate.ts'
import { readSetting } from '#server/platform/db/system-setting.ts'
import { spaceOf } from '#server/platform/process/disk.ts'
import { lostAfterMs } from '#server/platform/process/heartbeat.ts'
import type { Replicas } from '#server/platform/replica/replicas.ts'
import {
  countQuarantined,
  findBackups,
  findHeartbeats,
  findLastCheck,
  findLastLink,
  findMigrations,
  measureDatabase,
  measureQueue,
  measureRounds,
  measureTasks,
} from './state.queries.ts'
import { troublesOf } from './trouble.ts'

/** The console's version and the locations of its files. */
type SystemPlace = {
  version: string
  dataDir: string
  /** The folder of the blob store, if it is a folder. */
  blobDir: string | undefined
  /** Records and texts that each part has not compared yet; measured rarely, because it counts whole tables. */
  coverage: () => Promise<CoverageLag[]>
  /** Copies of the database that serve reads of this process. */
  replicas: Replicas['all']
}

/** Measures all parts independently: a part that cannot be measured is null, and does not hide the others. */
export async function measureSystem(ctx: Ctx, place: SystemPlace): Promise<SystemState> {
  const part = <T>(name: string, measure: () => Promise<T>): Promise<T | null> =>
    measure().catch(error => {
      ctx.log.warn({ err: error, part: name }, 'system state: measurement of a part failed')
      return null
    })
  const tasks = part('tasks', () => measureTasks(ctx))
  const [processes, database, disks, queues, set_aside, rounds, coverage, examiner, mailboxes, backup, seal] =
    await Promise.all([
      part('processes', () => findHeartbeats(ctx, lostAfterMs)),
      part('database', () => databaseOf(ctx)),
      part('disks', () => disksOf(place)),
      part('queues', () => queuesOf(ctx, tasks)),
      part('set_aside', async () => (await countQuarantined(ctx)) as NonNullable<SystemState['set_aside']>),
      part('rounds', () => measureRounds(ctx)),
      part('coverage', place.coverage),
      part('examiner', () => measureExaminer(ctx)),
      part('mailboxes', () => measureMailboxes(ctx)),
      part('backup', () => backupOf(ctx)),
      part('seal', () => sealOf(ctx)),
    ])
  const now = ctx.now()
  const measured = {
    at: now.toISOString(),
    version: place.version,
    processes,
    database,
    replicas: place.replicas.map(replica => replicaOf(now, replica)),
    disks,
    queues,
    tasks: await tasks,
    set_aside,
    rounds,
    coverage,
    examiner,
    mailboxes,
    backup,
    seal,
  }
  return { ...measured, troubles: troublesOf(measured) }
}

async function databaseOf(ctx: Ctx) {
  const [row, done, migration] = await Promise.all([measureDatabase(ctx), findMigrations(ctx), newestMigration()])
  return { ...row, migration, is_migrated: done.includes(migration) }
}

function replicaOf(now: Date, { name, lagSeconds, record }: Replicas['all'][number]): SystemReplica {
  const { answered, passedOver, error, errorAgoMs } = record()
  const errorAt = new Date(now.getTime() - errorAgoMs).toISOString()
  return {
    ...{ name, lag_seconds: lagSeconds(), answered, passed_over: passedOver },
    ...{ last_error: error, last_error_at: error === null ? null : errorAt },
  }
}

async function disksOf({ dataDir, blobDir }: SystemPlace) {
  const folders = [
    { name: 'data' as const, folder: dataDir },
    ...(blobDir ? [{ name: 'blob' as const, folder: blobDir }] : []),
  ]
  return await Promise.all(
    folders.map(async ({ name, folder }) => {
      const { free, total } = await spaceOf(folder)
      return { name, free_bytes: free, total_bytes: total }
    }),
  )
}

async function queuesOf(ctx: Ctx, tasks: Promise<SystemState['tasks']>): Promise<SystemQueue[]> {
  return await Promise.all(
    systemQueues.map(async name => {
      if (name !== 'job') return { name, ...(await measureQueue(ctx, name)) }
      const all = (await tasks) ?? []
      const oldest = all.flatMap(task => task.oldest_at ?? []).sort()
      return { name, waiting: all.reduce((sum, task) => sum + task.waiting, 0), oldest_at: oldest[0] ?? null }
    }),
  )
}

/** A failure is reported until a later backup succeeds; a backup whose process has ended counts as failed. */
async function backupOf(ctx: Ctx): Promise<NonNullable<SystemState['backup']>> {
  const [rows, is_nightly] = await Promise.all([findBackups(ctx), readSetting(ctx, 'backup_nightly')])
  const [done, ended, running] = (['done', 'failed', 'running'] as const).map(state =>
    rows.find(row => row.state === state),
  )
  const lost = running && isLost(ctx.now(), running.touched_at)
  const failed = lost ? { ...running, at: running.touched_at, error: lostSentence } : ended
  const isOver = !failed || (done !== undefined && done.at > failed.at)
  return {
    done_at: done?.at ?? null,
    bytes: done?.bytes ?? null,
    is_running: running !== undefined && !lost,
    is_nightly,
    failed_at: isOver ? null : failed.at,
    error: isOver ? null : failed.error,
  }
}

async function sealOf(ctx: Ctx): Promise<NonNullable<SystemState['seal']>> {
  const [last_at, check] = await Promise.all([findLastLink(ctx), findLastCheck(ctx)])
  return { last_at, verified_at: check?.at ?? null, is_broken: check?.is_broken ?? false }
}
