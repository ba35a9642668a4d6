// Runs everything on one machine by one command: PostgreSQL, API and worker, each supervised and restarted, and stopped
// together.
import { spawn } from 'node:child_process'
import { totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from './platform/config.ts'
import { isFree, isRunning, reachableDataDir } from './platform/db/postgres.ts'
import { supervisePostgres } from './platform/db/supervise-postgres.ts'
import { readArguments } from './platform/process/arguments.ts'
import { failAtStart, restrictFileMode, stopOnSignal, temporaryExitCode } from './platform/process/process.ts'
import { findLast, findRunning, openRunFile, type RunningProcesses, runsAlready } from './platform/process/run-file.ts'
import { pauseMs, superviseProcess } from './platform/process/supervise-process.ts'
import { version } from './version.ts'

/**
 * Heap limit in MB. It is used only if it is below a quarter of the memory, Node's own default, so the limit is never
 * raised.
 */
const heapMb = 1_536
const memoryMb = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1_048_576
/**
 * Most objects of a request or a page are short-lived: a small nursery reduces memory by a quarter at the same speed.
 * With a limit of several gigabytes, V8's default on a large machine, garbage accumulates up to four times the live
 * data.
 */
const flags = ['--max-semi-space-size=4', ...(memoryMb / 4 > heapMb ? [`--max-old-space-size=${heapMb}`] : [])]
/** The processes of a killed supervisor end automatically within this time. */
const leftoverMs = 25_000
const stopMs = 60_000
const printLine = (line: string) => console.log(`  ${line}`)

const stops: (() => Promise<void>)[] = []
let stopping: Promise<void> | undefined
/** The last one started is the first to be stopped. */
const stopAll = () =>
  (stopping ??= (async () => {
    for (const stop of stops.toReversed()) await stop()
  })())

readArguments('npm start: starts everything for one machine, PostgreSQL, API and worker, until Ctrl+C.')

restrictFileMode()
try {
  await start(readConfig())
} catch (error) {
  const isRequested = stopping !== undefined
  await stopAll()
  failAtStart(isRequested ? 'Stopped before it was ready.' : error)
}

async function start(config: Config): Promise<void> {
  const wanted = config.dataDir
  if (!config.databaseUrl) config.dataDir = await reachableDataDir(wanted, config.isDataDirChosen)
  if (config.dataDir !== wanted) printLine(`PostgreSQL’s user cannot reach ${wanted}; the data is in ${config.dataDir}`)
  await refuseSecond(config)

  const running: RunningProcesses = {
    supervisor: process.pid,
    postgres: null,
    api: null,
    worker: null,
    address: null,
    database_port: null,
    version,
    started_at: new Date().toISOString(),
  }
  const runFile = await openRunFile(config.dataDir, () => running)
  stops.push(async () => runFile.close())
  stopOnSignal(stopAll, stopMs)
  const noted = (values: Partial<RunningProcesses>) => {
    Object.assign(running, values)
    if (!stopping) runFile.write()
  }

  let databaseUrl = config.databaseUrl
  if (!databaseUrl) {
    printLine('Starting PostgreSQL')
    const starting = supervisePostgres(config, printLine, pid => noted({ postgres: pid }))
    stops.push(async () => (await starting.catch(() => undefined))?.stop())
    const { url, port } = await starting
    databaseUrl = url
    noted({ database_port: port })
  }
  // With one arena per thread, memory that threads have freed (the bytes of uploads, pictures, fonts) would stay
  // reserved for them.
  const environment = { MALLOC_ARENA_MAX: '2', ...process.env, DATABASE_URL: databaseUrl, OG_DATA_DIR: config.dataDir }
  if (stopping) return
  await prepare(environment)
  if (stopping) return
  const api = superviseProcess({
    name: 'API',
    file: new URL('main.ts', import.meta.url),
    flags,
    environment: () => environment,
    onChange: pid => noted({ api: pid }),
  })
  stops.push(api.stop)
  const worker = superviseProcess({
    name: 'worker',
    file: new URL('worker.ts', import.meta.url),
    flags,
    environment: () => environment,
    onChange: pid => noted({ worker: pid }),
  })
  // Both are stopped at the same time.
  stops[stops.length - 1] = async () => void (await Promise.all([api.stop(), worker.stop()]))
  const { address = '' } = await api.ready
  noted({ address })
  console.log(`\n  Og Group is ready: ${address}\n  Ctrl+C stops it.\n`)
}

/** Runs before anything is created: refuses if another console uses this folder or this port. */
async function refuseSecond({ dataDir, host, port }: Config): Promise<void> {
  const other = await findRunning(dataDir)
  if (other) throw new Error(runsAlready(dataDir, other))
  const left = findLast(dataDir)
  const leftovers = [left?.api, left?.worker].filter(pid => typeof pid === 'number')
  for (const until = Date.now() + leftoverMs; Date.now() < until; await sleep(100))
    if ((await isFree(port, host)) || !leftovers.some(isRunning)) break
  if (!(await isFree(port, host))) throw new Error(`Port ${port} of ${host} is in use. Choose another with PORT.`)
}

function prepare(environment: NodeJS.ProcessEnv, failures = 0): Promise<void> {
  const file = fileURLToPath(new URL('prepare.ts', import.meta.url))
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
      env: environment,
      stdio: 'inherit',
    })
    stops.push(async () => void child.kill('SIGTERM'))
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (code === 0) return resolve()
      // Killed, or the database became unavailable: its finished steps are retained, and the rest is done now.
      if ((signal || code === temporaryExitCode) && !stopping)
        return resolve(sleep(pauseMs(failures)).then(() => prepare(environment, failures + 1)))
      reject(new Error('The database could not be prepared.'))
    })
  })
}
