// Fifty thousand persons of a Popolo file with their memberships, tried, written, the same file once more, and taken back.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type BenchOptions, machine, signIn, startProcess, table } from './kit.ts'
import { openMillion } from './million.ts'

const port = 18_086
const parties = 40

type Answer = {
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
    ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning', 'server/worker.ts'],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  try {
    return await measure(`http://127.0.0.1:${port}`, editor, worker.pid ?? 0, options.rows ?? 50_000)
  } finally {
    api.kill()
    worker.kill()
    await million.close()
  }
}

async function measure(base: string, token: string, workerPid: number, persons: number) {
  const headers = { authorization: `Bearer ${token}` }
  const json = { ...headers, 'content-type': 'application/json' }
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(base + path, { headers, ...init })
    const body = (await response.json()) as { data: Answer; message: string }
    if (!response.ok) throw new Error(`${path}: ${body.message}`)
    return body.data
  }
  const timed = async (isOver: () => Promise<boolean>) => {
    const startedAt = performance.now()
    while (!(await isOver())) await new Promise(resolve => setTimeout(resolve, 100))
    return (performance.now() - startedAt) / 1000
  }
  const reaches = (id: number, state: string) => async () => {
    const now = await ask(`/v1/interchange/${id}`)
    if (now.state === 'failed') throw new Error(now.error ?? 'failed')
    return now.state === state
  }
  const send = async () => {
    const form = new FormData()
    form.append('file', new Blob([file(persons)], { type: 'application/json' }), 'parliament.json')
    return await ask('/v1/interchange/import', { method: 'POST', body: form })
  }
  const entities = persons * 2 + parties
  const first = await send()
  const tried = await timed(reaches(first.id, 'checked'))
  const body = JSON.stringify({ read_user: [], write_user: [] })
  await ask(`/v1/interchange/${first.id}/run`, { method: 'POST', body, headers: json })
  const wrote = await timed(reaches(first.id, 'done'))
  const done = await ask(`/v1/interchange/${first.id}`)
  const again = await send()
  await timed(reaches(again.id, 'checked'))
  const { counts } = await ask(`/v1/interchange/${again.id}`)
  const different = counts.reduce((sum, each) => sum + each.new + each.changed + each.wrong, 0)
  const runOf = async () => (await ask(`/v1/import_run?interchange=${first.id}`)).items[0]
  const undo = async (path: string, state: string) => {
    await ask(`/v1/import_run/${(await runOf())?.id}/${path}`, { method: 'POST', body: '{}', headers: json })
    return await timed(async () => {
      const now = (await runOf())?.undo
      if (now?.state === 'failed') throw new Error(now.error ?? 'failed')
      return now?.state === state
    })
  }
  const looked = await undo('undo', 'checked')
  const undone = await undo('undo/run', 'done')
  const peakKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${workerPid}/status`, 'utf8'))?.[1] ?? 0)
  const perSecond = (seconds: number) => Math.round(entities / seconds)
  const figures = {
    entities,
    written: done.written,
    tried_per_s: perSecond(tried),
    written_per_s: perSecond(wrote),
    different_again: different,
    undo_looked_per_s: perSecond(looked),
    undone_per_s: perSecond(undone),
    worker_peak_mb: Math.round(peakKb / 1024),
  }
  console.log(machine())
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

/** A parliament of that many, in parties, as Popolo has it. */
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
