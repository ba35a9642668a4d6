// How soon search finds a manually written record while an import of persons runs, including names with rare
// characters.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { type BenchOptions, describeMachine, signIn, startProcess, table } from './kit.ts'

const port = 19_480
const base = `http://127.0.0.1:${port}`
const everyMs = 1_000
const pollMs = 25
const timeoutMs = 60_000

/** `--rows N` is the number of imported persons. */
export async function run({ rows = 50_000 }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'og-beside-'))
  const postgres = await startPostgres(folder, {})
  const pool = openPool(postgres.url, { size: 2 })
  await migrate(pool)
  const env = { DATABASE_URL: postgres.url, OG_DATA_DIR: folder, PORT: String(port), OG_LOG_LEVEL: 'error' }
  const api = await startProcess('server/main.ts', env, /listens/)
  const worker = spawn(process.execPath, ['server/worker.ts'], { env: { ...process.env, ...env }, stdio: 'ignore' })
  try {
    const callApi = makeCaller(await signIn(pool, 'editor', 'bench-editor'))
    await delayOf(callApi, 'Warm the worker up')
    const isOver = await startImport(callApi, rows)
    const delays: number[] = []
    let behind = 0
    for (let n = 0; !(await isOver()); n += 1) {
      const startedAt = performance.now()
      const found = await delayOf(callApi, `𠮷田 Byhand${letters(n)}`)
      delays.push(found.ms)
      behind = Math.max(behind, found.behind)
      await rest(Math.max(0, everyMs - (performance.now() - startedAt)))
    }
    const { rows: standIn } = await pool.query('select count(*)::int as count from set_aside')
    const sorted = delays.toSorted((a, b) => a - b)
    const at = (share: number) =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
    const figures = {
      rows,
      looked: delays.length,
      found_ms: { p50: at(0.5), p95: at(0.95), max: at(1) },
      behind_seconds: behind,
      set_aside: standIn[0].count,
      load: Math.round(loadavg()[0] as number),
    }
    console.log(`${describeMachine()}, load ${figures.load}`)
    console.log(
      table(
        ['what', 'measured', 'asked'],
        [
          [`a record is found beside an import of ${rows}, p95`, `${figures.found_ms.p95} ms`, '< 1,000 ms'],
          ['the import itself behind by at most', `${behind} s`, 'told'],
          ['quarantined', figures.set_aside, '0'],
        ],
      ),
    )
    return figures
  } finally {
    api.kill()
    worker.kill()
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type CallApi = <T>(path: string, method?: string, body?: object | FormData) => Promise<T>

function makeCaller(token: string): CallApi {
  return async (path, method = 'GET', body) => {
    const isForm = body instanceof FormData
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { message: string; data: never }
    if (!response.ok) throw new Error(`${path}: ${answer.message}`)
    return answer.data
  }
}

/** Time from the reply to the writer until a search finds the record. */
async function delayOf(callApi: CallApi, name: string): Promise<{ ms: number; behind: number }> {
  await callApi('/v1/person', 'POST', { name })
  const startedAt = performance.now()
  for (;;) {
    const found = await callApi<{ items: { title: string }[]; behind_seconds?: number }>(
      `/v1/search?keyword=${encodeURIComponent(name)}`,
    )
    const ms = performance.now() - startedAt
    if (found.items.some(item => item.title === name)) return { ms, behind: found.behind_seconds ?? 0 }
    if (ms > timeoutMs) throw new Error(`${name} was not found within a minute`)
    await rest(pollMs)
  }
}

/** Starts writing the rows; the returned function reports whether all of them are searchable. */
async function startImport(callApi: CallApi, rows: number): Promise<() => Promise<boolean>> {
  type Import = { id: number; state: string; plan: object; error: string | null }
  const form = new FormData()
  form.append('file', new Blob([personsFile(rows)], { type: 'text/csv' }), 'persons.csv')
  const { id } = await callApi<Import>('/v1/import?noun=person', 'POST', form)
  const until = async (state: string): Promise<Import> => {
    for (;;) {
      const now = await callApi<Import>(`/v1/import/${id}`)
      if (now.state === state) return now
      if (now.state === 'failed') throw new Error(now.error ?? 'failed')
      await rest(200)
    }
  }
  await callApi(`/v1/import/${id}/check`, 'POST', (await until('mapping')).plan)
  await until('checked')
  await callApi(`/v1/import/${id}/run`, 'POST', {})
  return async () => {
    if ((await callApi<Import>(`/v1/import/${id}`)).state !== 'done') return false
    return (await callApi<{ behind_seconds?: number }>('/v1/search?keyword=x')).behind_seconds === undefined
  }
}

/** A file of persons, including names with characters beyond the basic plane. */
function personsFile(rows: number): string {
  const rare = ['𠮷田', '姜𤨒', '𠀋山', '王', '李', 'Anna']
  return [
    'Name,External id',
    ...Array.from(
      { length: rows },
      (_, n) => `${rare[n % rare.length]}${n % 2 ? '太郎' : ' Petrova'} ${letters(n)},X${n}`,
    ),
  ].join('\n')
}

/** A number as letters, so that no two are forms of one word. */
const letters = (n: number) => [...n.toString(10).padStart(5, '0')].map(digit => 'bcdfghjklm'[Number(digit)]).join('')

const rest = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
