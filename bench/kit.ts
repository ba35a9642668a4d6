import { type ChildProcess, spawn } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import autocannon from 'autocannon'
import type pg from 'pg'
import { hashToken, newToken } from '#server/platform/http/token.ts'

/**
 * Options of the command line: a data folder, a number of records; for `fuzz` also the seed and the requesting roles.
 */
export type BenchOptions = {
  data: string | undefined
  rows: number | undefined
  count?: number | undefined
  /** For `model`. */
  acts?: number | undefined
  /** For mixed load. */
  minutes?: number | undefined
  seed?: number | undefined
  /** Names of roles, separated by commas. */
  role?: string | undefined
  /** Prints the most expensive statements of each phase; the counting in the database itself costs some time. */
  profile?: boolean | undefined
  /** For `growth`: numbers of pages, separated by commas. */
  pages?: string | undefined
  /** For `growth`: creates the pages and measures nothing. */
  fill?: boolean | undefined
  /** For `failover`: kinds of faults; for `sites`: families. Separated by commas. */
  only?: string | undefined
  /** Fewer repetitions. */
  quick?: boolean | undefined
  /** For `sites` and `content`: generates the data and measures nothing. */
  make?: boolean | undefined
  /** For `sites`: lists each missed change and each row that is not true. */
  verbose?: boolean | undefined
}

/** The machine, as one line above every table. */
export function describeMachine(): string {
  const [cpu] = cpus()
  return `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${process.platform}`
}

type LoadResult = { perSecond: number; p50: number; p95: number; errors: number }

/** Requests one address (or several in turn) over a number of connections for a while, after a short warm-up. */
export async function load(
  urls: string[],
  options: { token?: string; connections?: number; seconds?: number },
): Promise<LoadResult> {
  const headers = options.token ? { authorization: `Bearer ${options.token}` } : {}
  const base = new URL(urls[0] as string).origin
  const shoot = (seconds: number) =>
    autocannon({
      url: base,
      connections: options.connections ?? 10,
      duration: seconds,
      requests: urls.map(url => ({ method: 'GET' as const, path: url.slice(base.length), headers })),
    })
  await shoot(2)
  const result = await shoot(options.seconds ?? 6)
  return {
    perSecond: Math.round(result.requests.average),
    p50: result.latency.p50,
    // autocannon reports p90 and p97.5; the latter is used as a stricter substitute for p95.
    p95: result.latency.p97_5,
    errors: result.errors + result.non2xx,
  }
}

/** Milliseconds of single requests in sequence: median and 95th percentile. */
export async function latencies(urls: string[], token: string, rounds: number): Promise<{ p50: number; p95: number }> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const url of urls) {
      const startedAt = performance.now()
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      times.push(performance.now() - startedAt)
    }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] as number
  return { p50: at(0.5), p95: at(0.95) }
}

const readyWithinMs = 120_000

/** The options of Node.js that the supervisor gives to API and worker on a machine with more than 6 GB of memory. */
const processFlags = ['--max-semi-space-size=4', '--max-old-space-size=1536']

/** Starts one of our processes with the supervisor's options; resolves once its output reports that it is ready. */
export function startProcess(file: string, env: Record<string, string>, ready: RegExp): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...processFlags, file], {
    // A bench sends more requests than any user may.
    env: { OG_BOUND_FACTOR: '10000', MALLOC_ARENA_MAX: '2', ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill()
      reject(new Error(`${file} did not print ${ready} within ${readyWithinMs / 1_000} s`))
    }, readyWithinMs)
    child.stdout?.on('data', chunk => {
      if (!ready.test(String(chunk))) return
      clearTimeout(timer)
      resolve(child)
    })
    child.once('exit', code => {
      clearTimeout(timer)
      reject(new Error(`${file} ended with ${code}`))
    })
  })
}

/** Signs in a user with this role and returns the session's token. */
export async function signIn(pool: pg.Pool, role: string, username: string): Promise<string> {
  const token = newToken()
  await pool.query(
    `with made as (insert into "user" (username, password_hash, role) values ($1, 'x', $2)
       on conflict (lower(username)) do update set role = excluded.role returning id)
     insert into session (token_hash, user_id, created_at, last_seen_at, expires_at, address, user_agent)
     select $3, id, now(), now(), now() + interval '1 day', '', '' from made`,
    [username, role, hashToken(token)],
  )
  return token
}

/** Rows as a table in Markdown. */
export function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
