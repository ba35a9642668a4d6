import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { RunningProcesses } from '#server/platform/process/run-file.ts'

export type KillVictim = 'api' | 'worker' | 'postgres' | 'backend' | 'supervisor'
export const victims: KillVictim[] = ['api', 'worker', 'postgres', 'backend', 'supervisor']

const port = 18_097
export const origin = `http://127.0.0.1:${port}`

/** If root starts it, the database runs as another user, who needs access. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'og-kills-'))
  chmodSync(folder, 0o755)
  return folder
}

/** The whole console, as `npm start` runs it once everything is installed and built, in a separate folder. */
export function openConsole() {
  const folder = newFolder()
  let child: ChildProcess
  const read = (): RunningProcesses => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))
  const url = () =>
    `postgres://og:${readFileSync(join(folder, 'postgres', 'password'), 'utf8').trim()}@127.0.0.1:${read().database_port}/postgres`

  function start(): void {
    child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/up.ts'], {
      env: {
        ...process.env,
        PORT: String(port),
        OG_DATA_DIR: folder,
        OG_ADMIN_PASSWORD: 'bench-password-1',
        OG_CRAWL_ALLOW: '127.0.0.0/8',
        OG_LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }

  /** Rows of a query, retried until the database answers. */
  async function queryRows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    for (const until = Date.now() + 120_000; ; await sleep(200)) {
      const client = new pg.Client({ connectionString: url(), connectionTimeoutMillis: 5_000 })
      client.on('error', () => {})
      try {
        await client.connect()
        return (await client.query(text, values)).rows
      } catch (error) {
        if (Date.now() > until) throw error
      } finally {
        await client.end().catch(() => {})
      }
    }
  }

  /** Seconds until a request that needs the database is answered. */
  async function answers(token: string): Promise<number> {
    const startedAt = performance.now()
    for (;;) {
      const response = await fetch(`${origin}/v1/og?pageSize=1`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(5_000),
      }).catch(() => undefined)
      if (response?.status === 200) return (performance.now() - startedAt) / 1000
      if (performance.now() - startedAt > 180_000) throw new Error('The console did not recover within three minutes.')
      await sleep(50)
    }
  }

  /** `kill -9`; false if that process was not running. Only the supervisor is restarted here. */
  async function kill(victim: KillVictim, random: () => number): Promise<boolean> {
    if (victim === 'backend') {
      const pids = await queryRows<{ pid: number }>(
        `select pid from pg_stat_activity where application_name like 'og-group%' order by pid`,
      )
      const pid = pids[Math.floor(random() * pids.length)]?.pid
      return pid !== undefined && isKilled(pid)
    }
    const pid = read()[victim]
    if (typeof pid !== 'number' || !isKilled(pid)) return false
    if (victim === 'supervisor') start()
    return true
  }

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  return { folder, start, queryRows, url, answers, kill, stop, isUp: () => read().address !== null }
}

/** False if it ended a moment before, as it does when a process it depends on was killed. */
function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

export type Console = ReturnType<typeof openConsole>
