import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/platform/db/postgres.ts'

/** Debian’s; npm has no such package. */
const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync)

/** Whether this machine has PgBouncer. */
export const hasPooler = program !== undefined

/**
 * Starts PgBouncer in transaction mode in front of the server of `url`, with four connections to each database.
 * `settings`: lines of its ini file.
 */
export async function startPooler(url: string, settings: readonly string[] = []) {
  const { hostname, port, username, password } = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'og-pooler-'))
  const own = await freePort()
  const ini = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username} password=${password}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir =\nauth_type = any`,
    'pool_mode = transaction\ndefault_pool_size = 4\nmax_client_conn = 400\nserver_reset_query =',
    ...settings,
  ]
  const path = join(folder, 'pgbouncer.ini')
  await writeFile(path, `${ini.join('\n')}\n`)
  // PgBouncer does not run as root.
  await chmod(folder, 0o755)
  await chmod(path, 0o644)
  const child = spawn(program ?? '', ['-q', ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), path], {
    stdio: 'ignore',
  })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const at = new URL(url)
  at.port = String(own)
  for (let tries = 0; !(await answers(String(at))); tries++) {
    if (tries === 200 || child.exitCode !== null) throw new Error('the pooler did not start')
    await sleep(50)
  }
  return {
    url: String(at),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
