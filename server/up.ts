// Everything for one machine by one command: PostgreSQL, API and worker, each watched and started again, and ended together.
import { spawn } from 'node:child_process'
import { totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readArguments } from './platform/arguments.ts'
import { type Config, readConfig } from './platform/config.ts'
import { keepProcess, pauseMs } from './platform/keep.ts'
import { keepPostgres } from './platform/keep-postgres.ts'
import { isFree, isRunning, reachableDataDir } from './platform/postgres.ts'
import { failAtStart, keepPrivate, stopOnSignal } from './platform/process.ts'
import { findLast, findRunning, openRunFile, type Running, runsAlready } from './platform/run-file.ts'
import { version } from './version.ts'

/** In MB; below a quarter of the memory, which is what Node takes by itself, so that it is never more than that. */
const heapMb = 1_536
const memoryMb = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1_048_576
/**
 * What is made for a request or a page is gone soon: a small nursery keeps memory a quarter lower at the same speed. Told
 * that it may grow to several gigabytes, as on a large machine, V8 lets garbage lie until there is four times what lives.
 */
const flags = ['--max-semi-space-size=4', ...(memoryMb / 4 > heapMb ? [`--max-old-space-size=${heapMb}`] : [])]
/** What a killed supervisor left ends by itself in this time. */
const leftoverMs = 25_000
const stopMs = 60_000
const say = (line: string) => console.log(`  ${line}`)

const stops: (() => Promise<void>)[] = []
let stopping: Promise<void> | undefined
/** The last started is the first to end. */
const stopAll = () =>
  (stopping ??= (async () => {
    for (const stop of stops.toReversed()) await stop()
  })())

readArguments('npm start: starts everything for one machine, PostgreSQL, API and worker, until Ctrl+C.')

keepPrivate()
try {
  await start(readConfig())
} catch (error) {
  const isAsked = stopping !== undefined
  await stopAll()
  failAtStart(isAsked ? 'Stopped before it was ready.' : error)
}

async function start(config: Config): Promise<void> {
  const wanted = config.dataDir
  if (!config.databaseUrl) config.dataDir = await reachableDataDir(wanted, config.isDataDirChosen)
  if (config.dataDir !== wanted) say(`PostgreSQL’s user cannot reach ${wanted}; the data is in ${config.dataDir}`)
  await refuseSecond(config)

  const running: Running = {
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
  const noted = (values: Partial<Running>) => {
    Object.assign(running, values)
    if (!stopping) runFile.write()
  }

  let databaseUrl = config.databaseUrl
  if (!databaseUrl) {
    say('Starting PostgreSQL')
    const starting = keepPostgres(config, say, pid => noted({ postgres: pid }))
    stops.push(async () => (await starting.catch(() => undefined))?.stop())
    const { url, port } = await starting
    databaseUrl = url
    noted({ database_port: port })
  }
  // With an arena for each thread, what threads gave back (the bytes of uploads, pictures, fonts) would stay theirs.
  const environment = { MALLOC_ARENA_MAX: '2', ...process.env, DATABASE_URL: databaseUrl, OG_DATA_DIR: config.dataDir }
  if (stopping) return
  await prepare(environment)
  if (stopping) return
  const api = keepProcess({
    name: 'API',
    file: new URL('main.ts', import.meta.url),
    flags,
    environment: () => environment,
    onChange: pid => noted({ api: pid }),
  })
  stops.push(api.stop)
  const worker = keepProcess({
    name: 'worker',
    file: new URL('worker.ts', import.meta.url),
    flags,
    environment: () => environment,
    onChange: pid => noted({ worker: pid }),
  })
  // Both end at the same time.
  stops[stops.length - 1] = async () => void (await Promise.all([api.stop(), worker.stop()]))
  const { address = '' } = await api.ready
  noted({ address })
  console.log(`\n  Og Group is ready: ${address}\n  Ctrl+C stops it.\n`)
}

/** Before anything is made: another console on this folder, or on this port. */
async function refuseSecond({ dataDir, host, port }: Config): Promise<void> {
  const other = await findRunning(dataDir)
  if (other) throw new Error(runsAlready(dataDir, other))
  const left = findLast(dataDir)
  const leftovers = [left?.api, left?.worker].filter(pid => typeof pid === 'number')
  for (const until = Date.now() + leftoverMs; Date.now() < until; await sleep(100))
    if ((await isFree(port, host)) || !leftovers.some(isRunning)) break
  if (!(await isFree(port, host))) throw new Error(`Port ${port} of ${host} is in use. Choose another with PORT.`)
}

function prepare(environment: NodeJS.ProcessEnv): Promise<void> {
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
      // Killed, it has nothing to report: what it had done is kept, and the rest is done now.
      if (signal && !stopping) return resolve(sleep(pauseMs(0)).then(() => prepare(environment)))
      reject(new Error('The database could not be prepared.'))
    })
  })
}
