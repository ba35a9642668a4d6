// `npm run dev`: the console on a separate data folder and separate ports. API and worker restart at each change, Vite
// serves the client. PostgreSQL keeps running, so that a change is effective within a second or two.
import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { readConfig } from '#server/platform/config.ts'
import { isFree, reachableDataDir } from '#server/platform/db/postgres.ts'
import { supervisePostgres } from '#server/platform/db/supervise-postgres.ts'
import { readArguments } from '#server/platform/process/arguments.ts'
import { failAtStart, stopOnSignal } from '#server/platform/process/process.ts'
import { findRunning, openRunFile, runsAlready } from '#server/platform/process/run-file.ts'
import { version } from '#server/version.ts'

readArguments('npm run dev: a console on data and ports of its own, begun anew at each change, until Ctrl+C.')

const clientPort = process.env.OG_DEV_PORT ?? '5173'
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_ENV: 'development',
  OG_DATA_DIR: process.env.OG_DATA_DIR ?? 'data-dev',
  PORT: process.env.PORT ?? '8081',
}
const printLine = (line: string) => console.log(`  ${line}`)
const stops: (() => Promise<unknown>)[] = []

stopOnSignal(async () => {
  for (const stop of stops.toReversed()) await stop()
})
try {
  await start()
} catch (error) {
  for (const stop of stops.toReversed()) await stop()
  failAtStart(error)
}

async function start(): Promise<void> {
  const config = readConfig(environment)
  const dataDir = config.databaseUrl ? config.dataDir : await reachableDataDir(config.dataDir, config.isDataDirChosen)
  const other = await findRunning(dataDir)
  if (other) throw new Error(runsAlready(dataDir, other))
  for (const port of [config.port, Number(clientPort)])
    if (!(await isFree(port, '127.0.0.1'))) throw new Error(`Port ${port} is in use: choose with PORT and OG_DEV_PORT.`)
  const address = `http://127.0.0.1:${clientPort}`
  const none = { postgres: null, api: null, worker: null, database_port: null }
  const startedAt = new Date().toISOString()
  const runFile = await openRunFile(dataDir, () => ({
    ...none,
    supervisor: process.pid,
    address,
    version,
    started_at: startedAt,
  }))
  stops.push(async () => runFile.close())
  let databaseUrl = config.databaseUrl
  if (!databaseUrl) {
    const postgres = await supervisePostgres({ ...config, dataDir }, printLine, () => {})
    stops.push(postgres.stop)
    databaseUrl = postgres.url
  }
  Object.assign(environment, { DATABASE_URL: databaseUrl, OG_DATA_DIR: dataDir })
  await waitForExit(node(['server/prepare.ts']))
  const migrations = watch('server/migrations', () => void waitForExit(node(['server/prepare.ts'])))
  const watching = ['--watch', '--watch-preserve-output']
  const children = [
    node([...watching, 'server/main.ts']),
    node([...watching, 'server/worker.ts']),
    node(['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', clientPort, '--strictPort'], {
      OG_DEV_API: `http://127.0.0.1:${config.port}`,
    }),
  ]
  stops.push(async () => {
    migrations.close()
    await Promise.all(
      children.map(child => {
        child.kill('SIGTERM')
        return waitForExit(child)
      }),
    )
  })
}

function node(args: string[], more: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: 'inherit',
    env: { ...environment, ...more },
  })
}

function waitForExit(child: ChildProcess): Promise<unknown> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise(resolve => child.once('close', resolve))
}
