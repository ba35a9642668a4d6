// Describes the console that runs on a data folder, for programs outside it: the file `run.json` in that folder.
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { makeDataDir } from './folder.ts'

/**
 * Process ids; null if that process is not running at the moment, `postgres` also if the database is not the embedded
 * one.
 */
export type RunningProcesses = {
  supervisor: number
  postgres: number | null
  api: number | null
  worker: number | null
  /** The address of the console; null until it is ready. */
  address: string | null
  /** The port of the embedded PostgreSQL. */
  database_port: number | null
  version: string
  started_at: string
}
type StoredRunFile = RunningProcesses & { door: { port: number; word: string } }

const pathIn = (dataDir: string) => join(dataDir, 'run.json')

/**
 * The console that runs on this folder, if there is one. It is verified through the port in the file, because process
 * ids are reused after a restart of the machine.
 */
export async function findRunning(dataDir: string): Promise<RunningProcesses | undefined> {
  const stored = readStored(dataDir)
  if (!stored) return undefined
  const { door: lock, ...running } = stored
  return (await wordOf(lock.port)) === lock.word ? running : undefined
}

/** The file of the last console, whether it is running or was killed. */
export function findLast(dataDir: string): RunningProcesses | undefined {
  return readStored(dataDir)
}

/**
 * Claims the folder for this console and writes the file, and writes it again after each change; removes it at the end.
 * Throws if another console has the folder.
 */
export async function openRunFile(dataDir: string, read: () => RunningProcesses) {
  await makeDataDir(dataDir)
  const word = randomBytes(16).toString('hex')
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.end(word)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.on('error', () => {})
  const address = server.address()
  const lock = { port: typeof address === 'object' && address ? address.port : 0, word }
  const path = pathIn(dataDir)
  const temporary = `${path}.${word}`
  const writeBeside = () =>
    writeFileSync(temporary, `${JSON.stringify({ ...read(), door: lock } satisfies StoredRunFile, null, 2)}\n`, {
      mode: 0o600,
    })
  try {
    writeBeside()
    await claim(dataDir, temporary)
  } catch (error) {
    server.close()
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  return {
    /** A full disk must not end the running console. */
    write: () => {
      try {
        writeBeside()
        renameSync(temporary, path)
      } catch (error) {
        console.error(`${path} could not be written: ${(error as Error).message}`)
      }
    },
    close: () => {
      server.close()
      if (readStored(dataDir)?.door.word === word) rmSync(path, { force: true })
    },
  }
}

/**
 * If two consoles start at once, only one can create the file; the file of a killed console is moved away first.
 */
async function claim(dataDir: string, file: string): Promise<void> {
  const path = pathIn(dataDir)
  const refused = () => new Error(runsAlready(dataDir, readStored(dataDir)))
  for (let tries = 0; tries < 10; tries++) {
    try {
      return linkSync(file, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (await findRunning(dataDir)) throw refused()
    const dead = readStored(dataDir)?.door.word
    const away = `${file}.dead`
    try {
      renameSync(path, away)
    } catch {
      continue
    }
    const moved = readAt(away)
    // Another console was faster, and this is its file.
    if (moved && moved.door.word !== dead) linkSync(away, path)
    rmSync(away, { force: true })
  }
  throw refused()
}

/** The error message for a second console on the same folder. */
export function runsAlready(dataDir: string, other: Pick<RunningProcesses, 'address'> | undefined): string {
  const where = other?.address ? ` (${other.address})` : ''
  return `Og Group already runs on ${dataDir}${where}. Stop it first, or choose another folder with OG_DATA_DIR.`
}

const readStored = (dataDir: string) => readAt(pathIn(dataDir))

/** Undefined also if a crash left the file incomplete. */
function readAt(path: string): StoredRunFile | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function wordOf(port: number): Promise<string> {
  return new Promise(resolve => {
    let reply = ''
    const socket = connect({ port, host: '127.0.0.1' })
    socket.setTimeout(5_000, () => socket.destroy())
    socket.on('data', chunk => {
      reply += chunk
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve(reply))
  })
}
