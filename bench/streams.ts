// A thousand open streams on one API process: the delay until a change of a followed record has reached all of them,
// and the cost of each.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type ClientRequest, get } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { hashToken, newToken } from '#server/platform/http/token.ts'
import { type BenchOptions, describeMachine, signIn, startProcess, table } from './kit.ts'

const port = 18_095
const base = `http://127.0.0.1:${port}`
const rounds = 15

/** `--rows N` is the number of streams. */
export async function run({ rows = 1_000 }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'og-streams-'))
  const postgres = await startPostgres(folder, {})
  const pool = openPool(postgres.url, { size: 4 })
  await migrate(pool)
  const env = { DATABASE_URL: postgres.url, OG_DATA_DIR: folder, PORT: String(port), OG_LOG_LEVEL: 'error' }
  const api = await startProcess('server/main.ts', env, /listens/)
  // The worker prints nothing when it is ready; the first notification waits for it.
  const worker = spawn(process.execPath, ['server/worker.ts'], { env: { ...process.env, ...env }, stdio: 'ignore' })
  const requests: ClientRequest[] = []
  try {
    const editor = await signIn(pool, 'editor', 'bench-editor')
    const og = await anOg(editor)
    const tokens = await followers(pool, rows, og)
    const memory = () => residentMb(api.pid as number)
    const before = await readWhenIdle(memory)
    const heard = openAll(tokens, requests)
    await heard.opened
    const after = await readWhenIdle(memory)
    const times: { act: number; arrival: number }[] = []
    const cpu = () => ({ api: cpuMs(api.pid), worker: cpuMs(worker.pid), database: cpuMs(postgres.pid) })
    const used = { api: 0, worker: 0, database: 0 }
    for (let round = 0; round <= rounds; round += 1) {
      const arrivals = heard.next()
      const usedBefore = cpu()
      const startedAt = performance.now()
      await change(editor, og, round)
      const all = await arrivals
      // The first round waits for the worker to start and is not counted.
      if (round > 0) {
        times.push({ act: all.last - startedAt, arrival: all.last - all.first })
        const usedAfter = cpu()
        for (const who of ['api', 'worker', 'database'] as const) used[who] += usedAfter[who] - usedBefore[who]
      }
      // Makes the next notification a separate entry in each user's list.
      await pool.query('update notification set read_at = now()')
    }
    const sorted = (key: 'act' | 'arrival') => times.map(time => Math.round(time[key])).toSorted((a, b) => a - b)
    const middle = (key: 'act' | 'arrival') => sorted(key)[Math.floor(rounds / 2)] as number
    const ofOne = (ms: number) => Math.round(ms / rounds)
    const figures = {
      streams: rows,
      act_to_all_ms: { min: sorted('act')[0], median: middle('act'), max: sorted('act').at(-1) },
      first_to_last_ms: { min: sorted('arrival')[0], median: middle('arrival'), max: sorted('arrival').at(-1) },
      cpu_ms_of_a_change: { api: ofOne(used.api), worker: ofOne(used.worker), database: ofOne(used.database) },
      memory_mb: { before, after },
      kb_per_stream: Math.round(((after - before) * 1024) / rows),
      load: Math.round(loadavg()[0] as number),
    }
    console.log(`${describeMachine()}, load ${figures.load}`)
    console.log(
      table(
        ['what', 'measured', 'asked'],
        [
          [
            `a change to the last of ${rows} streams, through the worker`,
            `median ${middle('act')} ms, ${sorted('act')[0]}–${sorted('act').at(-1)}`,
            '< 500 ms',
          ],
          ['of that, from the first stream to the last', `median ${middle('arrival')} ms`, ''],
          [
            'CPU time of one change: API, worker, database',
            Object.values(figures.cpu_ms_of_a_change).join(' + ').concat(' ms'),
            '',
          ],
          ['memory of a stream in the API process', `${figures.kb_per_stream} KB (${before} → ${after} MB)`, 'stated'],
        ],
      ),
    )
    return figures
  } finally {
    for (const request of requests) request.destroy()
    api.kill()
    worker.kill()
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function sendOg(token: string, method: string, body: object): Promise<{ id: number }> {
  const response = await fetch(`${base}/v1/og`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { code: number; data: { id: number } }
  if (answer.code !== 200) throw new Error(JSON.stringify(answer))
  return answer.data
}

const anOg = async (editor: string) => (await sendOg(editor, 'POST', { name: 'Followed by all' })).id
const change = (editor: string, id: number, round: number) => sendOg(editor, 'PUT', { id, desc: `Round ${round}` })

/** Signed-in users who follow the organisation. */
async function followers(pool: pg.Pool, count: number, og: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, newToken)
  await pool.query(
    `with made as (
       insert into "user" (username, password_hash, role) select 'follower-' || n, 'x', 'reader' from generate_series(1, $1) n
       returning id, username
     ), opened as (
       insert into session (token_hash, user_id, created_at, last_seen_at, expires_at, address, user_agent)
       select hash, made.id, now(), now(), now() + interval '1 day', '', ''
       from made join unnest($2::bytea[]) with ordinality as each (hash, n) on made.username = 'follower-' || each.n
     )
     insert into follow (noun, record_id, user_id, created_at) select 'og', $3, id, now() from made`,
    [count, tokens.map(hashToken), og],
  )
  return tokens
}

type Arrivals = { first: number; last: number }

/** Opens a stream for each; `next` waits until each of them has received one more event. */
function openAll(tokens: readonly string[], requests: ClientRequest[]) {
  let missing = tokens.length
  let first = 0
  let resolve: (arrivals: Arrivals) => void = () => undefined
  const opened = new Promise<Arrivals>(done => {
    resolve = done
  })
  const arrived = () => {
    const at = performance.now()
    first ||= at
    missing -= 1
    if (missing === 0) resolve({ first, last: at })
  }
  for (const token of tokens)
    requests.push(
      get(
        `${base}/v1/notification/stream`,
        { headers: { authorization: `Bearer ${token}` }, agent: false },
        response => {
          let text = ''
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk
            for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
              if (text.slice(0, end).includes('event: told')) arrived()
              text = text.slice(end + 2)
            }
          })
          response.on('error', () => undefined)
        },
      ).on('error', error => {
        if (missing > 0) console.error(String(error))
      }),
    )
  return {
    opened,
    next: () => {
      missing = tokens.length
      first = 0
      return new Promise<Arrivals>(done => {
        resolve = done
      })
    },
  }
}

/** Resident memory in MB, from Linux. */
function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(line?.[1] ?? 0) / 1024)
}

/** Processor time of a process and its children so far, from Linux, which counts in hundredths of a second. */
function cpuMs(pid: number | undefined): number {
  let ticks = 0
  for (const name of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    const [, fields] = statOf(name)?.split(') ', 2) ?? []
    const at = fields?.split(' ') ?? []
    const [user, system, userOfEnded, systemOfEnded] = at.slice(11, 15).map(Number) as [number, number, number, number]
    if (Number(name) === pid) ticks += user + system + userOfEnded + systemOfEnded
    else if (Number(at[1]) === pid) ticks += user + system
  }
  return ticks * 10
}

/** Undefined for a process that has ended. */
function statOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}

/** After a while without work. */
async function readWhenIdle(read: () => number): Promise<number> {
  await new Promise(resolve => setTimeout(resolve, 4_000))
  return read()
}
