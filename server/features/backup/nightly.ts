import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Ctx } from '#server/platform/ctx.ts'
import { readSetting, readSettings } from '#server/platform/db/system-setting.ts'
import type { Log } from '#server/platform/log.ts'
import { aliveSince } from './backup.policy.ts'
import { findOldNightlies, hasNightlySince, markRemoved } from './backup.queries.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Called every hour: starts the backup of this night unless it exists or is running. */
export async function beginNightly(ctx: Ctx): Promise<void> {
  await ctx.blobs.removeHeld()
  const { backup_nightly, backup_hour } = await readSettings(ctx, ['backup_nightly', 'backup_hour'])
  if (!backup_nightly) return
  const now = ctx.now()
  if (await hasNightlySince(ctx, lastAt(now, backup_hour), aliveSince(now))) return
  ctx.startBackup?.()
}

/** The most recent time at which it was this hour (UTC). */
function lastAt(now: Date, hour: number): Date {
  const today = Math.floor(now.getTime() / dayMs) * dayMs + hour * hourMs
  return new Date(today <= now.getTime() ? today : today - dayMs)
}

/** Removes nightly backups older than the retention period; the last good one always stays. */
export async function removeOldBackups(ctx: Ctx): Promise<void> {
  const days = await readSetting(ctx, 'backup_keep_days')
  for (const { id, file, host } of await findOldNightlies(ctx, new Date(ctx.now().getTime() - days * dayMs))) {
    try {
      // The file is on a disk of another machine, which removes it.
      if (host !== null && host !== hostname() && !existsSync(file)) continue
      await rm(file, { force: true })
      await markRemoved(ctx, id)
    } catch (err) {
      ctx.log.warn({ err, file }, 'backup: removal of an expired backup failed')
    }
  }
}

/**
 * Runs one backup at a time, in a separate process: it may take an hour, and the worker must stay free for other jobs.
 */
export function openNightly(log: Log): { start(): void; stop(): void } {
  const file = fileURLToPath(new URL('../../backup.ts', import.meta.url))
  let running: ChildProcess | undefined
  return {
    start() {
      if (running) return
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, '--nightly'], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      running = child
      let output = ''
      child.stderr.on('data', chunk => {
        output = (output + chunk).slice(-2_000)
      })
      child.once('error', err => log.error({ err }, 'backup: nightly run did not start'))
      child.once('close', code => {
        running = undefined
        if (code === 0) log.info('backup: nightly run completed')
        else
          log.error(
            { code, said: output.trim().split('\n').at(-1) },
            'backup: nightly run failed or found missing files',
          )
      })
    },
    stop() {
      running?.kill('SIGTERM')
    },
  }
}
