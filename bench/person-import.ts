// A hundred thousand persons from a file, while a user reads the list.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchOptions, describeMachine, signIn, startProcess, table } from './kit.ts'
import { openMeter, type Phase, printStatements } from './meter.ts'
import { type Million, openMillion } from './million.ts'

const port = 18_085
/** Folder of the worker's own profile. */
const profileFolder = join(tmpdir(), 'og-bench-profile')

type Import = {
  id: number
  state: string
  progress: number
  counts: Record<string, number>
  plan: object
  error: string
}

/** With `--data DIR` a filled database is used; the import adds to it. `--count` rows are in the file. */
export async function run(options: BenchOptions): Promise<Record<string, unknown>> {
  const million = await openMillion({ ...options, rows: options.rows ?? 10_000 }, ['og'])
  const editor = await signIn(million.pool, 'editor', 'bench-editor')
  const env = { ...million.env, PORT: String(port) }
  const api = await startProcess('server/main.ts', env, /listens/)
  const worker = spawn(
    process.execPath,
    [
      ...['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning'],
      ...(options.profile ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []),
      'server/worker.ts',
    ],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  try {
    const { rows } = await million.pool.query('select distinct name from og order by name limit 500')
    const known = rows.map(row => row.name as string)
    const pids = { worker: worker.pid ?? 0, database: million.databasePid }
    const profiledPool = options.profile ? million.pool : undefined
    return await measure(`http://127.0.0.1:${port}`, editor, {
      pids,
      profiledPool,
      known,
      fileRows: options.count ?? 100_000,
    })
  } finally {
    api.kill()
    const hasEnded = new Promise(resolve => worker.once('exit', resolve))
    worker.kill()
    await hasEnded
    await million.close()
  }
}

type BenchRun = {
  pids: { worker: number; database: number }
  profiledPool: Million['pool'] | undefined
  known: readonly string[]
  fileRows: number
}

async function measure(base: string, token: string, { pids, profiledPool, known, fileRows }: BenchRun) {
  const headers = { authorization: `Bearer ${token}` }
  const request = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(base + path, { ...init, headers: { ...headers, ...init.headers } })
    const body = (await response.json()) as { data: Import; message: string; errors?: unknown }
    if (!response.ok) throw new Error(`${path}: ${body.message} ${JSON.stringify(body.errors)}`)
    return body.data
  }
  let peakKb = 0
  const times: number[] = []
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await (await fetch(`${base}/v1/person?pageSize=20&sort=-updated_at`, { headers })).arrayBuffer()
      times.push(performance.now() - startedAt)
      const status = readFileSync(`/proc/${pids.worker}/status`, 'utf8')
      peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  })()
  const until = async (id: number, states: string[]) => {
    for (;;) {
      const now = await request(`/v1/import/${id}`)
      if (now.state === 'failed') throw new Error(now.error)
      if (states.includes(now.state)) return now
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  const form = new FormData()
  form.append('file', new Blob([file(known, fileRows)], { type: 'text/csv' }), 'persons.csv')
  const made = await request('/v1/import?noun=person', { method: 'POST', body: form })
  const read = await until(made.id, ['mapping'])
  if (profiledPool) await profiledPool.query('select pg_stat_statements_reset()')
  const phases: Record<string, Phase> = {}
  const meter = openMeter(pids)
  const json = { 'content-type': 'application/json' }
  const checkAt = performance.now()
  await request(`/v1/import/${made.id}/check`, { method: 'POST', body: JSON.stringify(read.plan), headers: json })
  const checked = await until(made.id, ['checked'])
  const checkMs = performance.now() - checkAt
  phases['dry run'] = meter()
  if (profiledPool) await printStatements(profiledPool, 'dry run')
  console.error(`Tried in ${Math.round(checkMs / 1000)} s`)
  const runAt = performance.now()
  await request(`/v1/import/${made.id}/run`, { method: 'POST', body: '{}', headers: json })
  const done = await until(made.id, ['done'])
  const runMs = performance.now() - runAt
  phases.writing = meter()
  if (profiledPool) await printStatements(profiledPool, 'writing', 60)
  isOver = true
  await reading
  times.sort((a, b) => a - b)
  const figures = {
    rows: fileRows,
    new: checked.counts.new,
    written: done.counts.new,
    checked_per_s: Math.round(fileRows / (checkMs / 1000)),
    written_per_s: Math.round(fileRows / (runMs / 1000)),
    list_p95_ms: Math.round(times[Math.floor(times.length * 0.95)] ?? 0),
    worker_peak_mb: Math.round(peakKb / 1024),
    load: Math.round((loadavg()[0] as number) * 10) / 10,
    phases,
  }
  console.log(`${describeMachine()}, load average ${figures.load}`)
  console.log(
    table(
      ['what', 'measured', 'asked'],
      [
        ['rows tried a second', figures.checked_per_s, ''],
        ['rows written a second', figures.written_per_s, '≥ 4,000'],
        ['a list meanwhile, p95', `${figures.list_p95_ms} ms`, '< 100 ms'],
        ['worker, peak memory', `${figures.worker_peak_mb} MB`, 'bounded'],
      ],
    ),
  )
  return figures
}

/**
 * Names of both scripts, each Chinese one shared by six persons, a birth date, and two organisations of which one
 * exists.
 */
function file(known: readonly string[], fileRows: number): string {
  const lines = ['Name,External id,Born,Position,Organisations']
  const family = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高']
  const given = [...'伟芳娜敏静丽强磊洋艳勇军杰娟涛明超霞平刚']
  for (let n = 0; n < fileRows; n += 1) {
    const name =
      n % 2
        ? `${family[(n >> 1) % 20]}${given[Math.floor(n / 40) % 20]}${given[Math.floor(n / 800) % 20]}`
        : `Anna Petrova ${n}`
    lines.push(
      `${name},X${n},19${10 + (n % 89)}-0${1 + (n % 9)},Director,${known[n % known.length]} (Member); Else ${n % 50}`,
    )
  }
  return lines.join('\n')
}
