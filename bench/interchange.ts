// Fifty thousand persons of a Popolo file with their memberships: dry run, import, the same file again, and undo.
import { spawn } from 'node:child_process'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchOptions, describeMachine, signIn, startProcess, table } from './kit.ts'
import { openMeter, type Phase, printStatements } from './meter.ts'
import { type Million, openMillion } from './million.ts'

const port = 18_086
const parties = 40
/** Folder of the worker's own profile. */
const profileFolder = join(tmpdir(), 'og-bench-profile')

type ExchangeReply = {
  id: number
  state: string
  error: string | null
  written: number
  counts: { new: number; changed: number; unchanged: number; wrong: number }[]
  items: { id: number; undo: { state: string; error: string | null } | null }[]
}

export async function run(options: BenchOptions): Promise<Record<string, unknown>> {
  const million = await openMillion({ ...options, rows: 100 }, ['og'])
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
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  try {
    const pids = { worker: worker.pid ?? 0, database: million.databasePid }
    const profiledPool = options.profile ? million.pool : undefined
    return await measure(`http://127.0.0.1:${port}`, editor, { pids, profiledPool, persons: options.rows ?? 50_000 })
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
  persons: number
}

async function measure(base: string, token: string, { pids, profiledPool, persons }: BenchRun) {
  const headers = { authorization: `Bearer ${token}` }
  const json = { ...headers, 'content-type': 'application/json' }
  const request = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(base + path, { headers, ...init })
    const body = (await response.json()) as { data: ExchangeReply; message: string }
    if (!response.ok) throw new Error(`${path}: ${body.message}`)
    return body.data
  }
  const phases: Record<string, Phase> = {}
  const meter = openMeter(pids)
  const timed = async (what: string, isOver: () => Promise<boolean>) => {
    const startedAt = performance.now()
    while (!(await isOver())) await new Promise(resolve => setTimeout(resolve, 100))
    const seconds = (performance.now() - startedAt) / 1000
    phases[what] = meter()
    if (profiledPool) await printStatements(profiledPool, what)
    return seconds
  }
  const reaches = (id: number, state: string) => async () => {
    const now = await request(`/v1/interchange/${id}`)
    if (now.state === 'failed') throw new Error(now.error ?? 'failed')
    return now.state === state
  }
  const send = async () => {
    const form = new FormData()
    form.append('file', new Blob([file(persons)], { type: 'application/json' }), 'parliament.json')
    return await request('/v1/interchange/import', { method: 'POST', body: form })
  }
  const entities = persons * 2 + parties
  const first = await send()
  const tried = await timed('dry run', reaches(first.id, 'checked'))
  const body = JSON.stringify({ read_user: [], write_user: [] })
  await request(`/v1/interchange/${first.id}/run`, { method: 'POST', body, headers: json })
  const wrote = await timed('writing', reaches(first.id, 'done'))
  const done = await request(`/v1/interchange/${first.id}`)
  const again = await send()
  await timed('dry run again', reaches(again.id, 'checked'))
  const { counts } = await request(`/v1/interchange/${again.id}`)
  const different = counts.reduce((sum, each) => sum + each.new + each.changed + each.wrong, 0)
  const runOf = async () => (await request(`/v1/import_run?interchange=${first.id}`)).items[0]
  const undo = async (path: string, state: string) => {
    await request(`/v1/import_run/${(await runOf())?.id}/${path}`, { method: 'POST', body: '{}', headers: json })
    return await timed(`${path}`, async () => {
      const now = (await runOf())?.undo
      if (now?.state === 'failed') throw new Error(now.error ?? 'failed')
      return now?.state === state
    })
  }
  const looked = await undo('undo', 'checked')
  const undone = await undo('undo/run', 'done')
  // Work that follows the records (search, lists, duplicates) runs concurrently with all phases; processor time
  // includes both.
  const cpuOf = (phase: Phase | undefined) =>
    phase ? [phase.workerCpu, phase.databaseCpu].map(seconds => Math.round((seconds / entities) * 100_000) / 100) : []
  const perSecond = (seconds: number) => Math.round(entities / seconds)
  const figures = {
    entities,
    written: done.written,
    tried_per_s: perSecond(tried),
    written_per_s: perSecond(wrote),
    different_again: different,
    undo_looked_per_s: perSecond(looked),
    undone_per_s: perSecond(undone),
    worker_peak_mb: Math.max(...Object.values(phases).map(({ peakMb }) => peakMb)),
    load: Math.round((loadavg()[0] as number) * 10) / 10,
    phases,
  }
  console.log(`${describeMachine()}, load average ${figures.load}`)
  console.log(
    table(
      ['phase', 's', 'processor seconds per 1,000 entities: worker · database', 'worker, peak memory'],
      Object.entries(phases).map(([what, phase]) => [
        what,
        Math.round(phase.seconds * 10) / 10,
        cpuOf(phase).join(' · '),
        `${phase.peakMb} MB`,
      ]),
    ),
  )
  console.log(
    table(
      ['what', 'measured', 'asked'],
      [
        ['entities tried a second', figures.tried_per_s, ''],
        ['entities written a second', figures.written_per_s, '≥ 2,000'],
        ['the same file again: entities that differ', figures.different_again, '0'],
        ['taking back: looked at a second', figures.undo_looked_per_s, ''],
        ['taken back a second', figures.undone_per_s, ''],
        ['worker, peak memory', `${figures.worker_peak_mb} MB`, '< 450 MB'],
      ],
    ),
  )
  return figures
}

/** A parliament with that many members, in parties, in Popolo format. */
function file(persons: number): string {
  const organizations = Array.from({ length: parties }, (_, n) => ({ id: `party-${n}`, name: `Party ${n}` }))
  const all = Array.from({ length: persons }, (_, n) => ({
    id: `person-${n}`,
    name: n % 2 ? `Anna Petrova ${n}` : `张伟 ${n}`,
    other_names: [{ name: `A. Petrova ${n}` }],
    birth_date: `19${String(30 + (n % 60))}-0${1 + (n % 9)}-1${n % 9}`,
    email: `p${n}@parliament.example`,
    memberships: [{ organization_id: `party-${n % parties}`, role: 'member', start_date: '2021-05-04' }],
  }))
  return JSON.stringify({ organizations, persons: all })
}
