import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRunning } from './platform/db/postgres.ts'
import type { RunningProcesses } from './platform/process/run-file.ts'

// Several processes start here one after the other, on a machine that others may share.
const patience = { timeout: 80_000, interval: 50 }

let folder: string
const children: ChildProcess[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-up-'))
  // PostgreSQL runs as a user of its own if this process runs as root.
  await chmod(folder, 0o755)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(children.map(child => endOf(child)))
  await rm(folder, { recursive: true, force: true })
})

const endOf = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise<number | null>(resolve => child.once('exit', resolve))

/** The console as `npm start` runs it. */
function start(data: string, port: number) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/up.ts'], {
    env: { PATH: '/usr/bin:/bin', PORT: String(port), OG_DATA_DIR: join(folder, data), OG_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let stated = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      stated += chunk
    })
  return { child, said: () => stated }
}

async function freePort(): Promise<number> {
  const server = await listen()
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

const listen = () =>
  new Promise<Server>(resolve => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => resolve(server))
  })

const running = (data: string): RunningProcesses => JSON.parse(readFileSync(join(folder, data, 'run.json'), 'utf8'))

/** The API's answer to a request without a session: 401 once the database has been queried. */
const statusOf = (port: number) =>
  fetch(`http://127.0.0.1:${port}/v1/info`, {
    method: 'POST',
    headers: { authorization: `Bearer ${'a'.repeat(43)}` },
  }).then(
    reply => reply.status,
    () => 'nobody',
  )

/** Files of a folder that users other than their owner may read or list; a folder may allow traversal. */
function openToOthers(top: string): string[] {
  return ['.', ...readdirSync(top, { recursive: true, encoding: 'utf8' })].filter(name => {
    const found = statSync(join(top, name), { throwIfNoEntry: false })
    return found && (found.mode & (found.isDirectory() ? 0o066 : 0o077)) !== 0
  })
}

describe('npm start', () => {
  it('ends with one sentence if the data folder cannot be created', async () => {
    await writeFile(join(folder, 'file'), '')
    for (const place of ['file/data', ...(process.platform === 'linux' ? ['../../proc/og-group'] : [])]) {
      const { child, said } = start(place, await freePort())
      expect(await endOf(child)).toBe(1)
      expect(said()).toMatch(/^The data folder \S+ cannot be created: [^\n]+ Choose another with OG_DATA_DIR\.\n$/)
    }
  })

  it('restarts PostgreSQL, API and worker, whichever is killed, and leaves nothing behind when it ends', async () => {
    const port = await freePort()
    const { child, said } = start('kept', port)
    await expect.poll(said, patience).toContain('is ready')
    expect(said()).toMatch(/First administrator: admin, password \S{16} \(shown only now\)/)
    await expect.poll(() => running('kept').worker, patience).toEqual(expect.any(Number))
    const before = running('kept')
    expect(openToOthers(join(folder, 'kept'))).toEqual([])

    for (const name of ['postgres', 'api', 'worker'] as const) {
      const pid = running('kept')[name] as number
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => ![pid, null].includes(running('kept')[name]), patience).toBe(true)
      await expect.poll(() => statusOf(port), patience).toBe(401)
    }
    expect(running('kept')).toMatchObject({ supervisor: before.supervisor, database_port: before.database_port })

    const second = start('kept', await freePort())
    expect(await endOf(second.child)).toBe(1)
    expect(second.said()).toContain(`already runs on ${join(folder, 'kept')}`)

    const last = running('kept')
    child.kill('SIGTERM')
    expect(await endOf(child)).toBe(0)
    expect([last.postgres, last.api, last.worker].filter(pid => pid !== null && isRunning(pid))).toEqual([])
    expect(existsSync(join(folder, 'kept', 'run.json'))).toBe(false)
  }, 400_000)

  it('ends API and worker if it is killed itself, and the next start continues with its database', async () => {
    const port = await freePort()
    const first = start('orphaned', port)
    await expect.poll(first.said, patience).toContain('is ready')
    await expect.poll(() => running('orphaned').worker, patience).toEqual(expect.any(Number))
    const left = running('orphaned')
    process.kill(left.supervisor, 'SIGKILL')
    await expect.poll(() => [left.api, left.worker].some(pid => isRunning(pid as number)), patience).toBe(false)
    const next = start('orphaned', port)
    await expect.poll(next.said, patience).toContain('is ready')
    expect(running('orphaned').database_port).toBe(left.database_port)
    expect(next.said()).not.toContain('First administrator')
    next.child.kill('SIGTERM')
    expect(await endOf(next.child)).toBe(0)
    // PostgreSQL has lost its parent; the first process of the machine reaps it.
    await expect.poll(() => isRunning(left.postgres as number), patience).toBe(false)
  }, 400_000)

  it('starts again while the database recovers, after all processes were killed at once', async () => {
    const port = await freePort()
    const first = start('crashed', port)
    await expect.poll(first.said, patience).toContain('is ready')
    await expect.poll(() => running('crashed').worker, patience).toEqual(expect.any(Number))
    const { supervisor, postgres, api, worker } = running('crashed')
    for (const pid of [supervisor, postgres, api, worker]) process.kill(pid as number, 'SIGKILL')
    await endOf(first.child)
    const next = start('crashed', port)
    await expect.poll(next.said, patience).toContain('is ready')
    next.child.kill('SIGTERM')
    expect(await endOf(next.child)).toBe(0)
  }, 400_000)

  it('reports a port in use before it creates anything', async () => {
    const other = await listen()
    const address = other.address()
    await mkdir(join(folder, 'taken'))
    const { child, said } = start('taken', typeof address === 'object' && address ? address.port : 0)
    expect(await endOf(child)).toBe(1)
    expect(said()).toMatch(/Port \d+ of 127\.0\.0\.1 is in use/)
    expect(existsSync(join(folder, 'taken', 'postgres'))).toBe(false)
    await new Promise(resolve => other.close(resolve))
  }, 120_000)
})
