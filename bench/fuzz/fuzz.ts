// Malformed requests generated from the console's own OpenAPI document: none may return 5xx, none may hang.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Role, roles } from '#contract/role.ts'
import { systemSettingNames, systemSettingOf } from '#contract/system.api.ts'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { type BenchOptions, describeMachine, signIn, startProcess, table } from '../kit.ts'
import { type FuzzRequest, makeRequest, operationsOf, tusOperations } from './ask.ts'
import { randomOf } from './random.ts'
import type { Schema, SharedSchemas } from './valid.ts'

const port = 18_240
const hungMs = 60_000
const atOnce = 4
/** For streams that stay open, the head is the reply. */
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

type FuzzResponse = { status: number; text: string; ms: number }

export async function run({ count = 28_000, seed = 1, role }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'og-fuzz-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(join(folder, 'postgres'), { fsync: 'off' })
  const pool = openPool(postgres.url)
  await migrate(pool)
  // Raises the rate limits, which would otherwise hide the code behind them.
  for (const name of systemSettingNames) {
    const row = systemSettingOf(name)
    if (row.group !== 'limit' || row.kind !== 'integer') continue
    await pool.query('insert into system_setting (name, value) values ($1, $2)', [name, JSON.stringify(row.max)])
  }
  const env = { DATABASE_URL: postgres.url, OG_DATA_DIR: folder, PORT: String(port), OG_LOG_LEVEL: 'warn' }
  const api = await startProcess('server/main.ts', env, /listens/)
  const logged = new Map<string, string>()
  api.stdout?.on('data', chunk => {
    for (const line of String(chunk).split('\n')) noteLine(line, logged)
  })
  const asRoles = role
    ? (role.split(',') as Role[]).filter(each => roles.includes(each))
    : (['admin', 'editor'] as const)
  try {
    const tokens = new Map<string, string>()
    // Signs in a user again whose own request ended the session, disabled the user or changed the role.
    const letIn = async (who: string) => {
      const username = `fuzz-${who}`
      tokens.set(who, await signIn(pool, who, username))
      await pool.query(`update "user" set status = 'active' where username = $1 and status <> 'active'`, [username])
    }
    for (const who of asRoles) await letIn(who)
    if (!tokens.has('admin')) await letIn('admin')
    await send({ method: 'POST', path: '/v1/demo', headers: {}, body: null }, tokens.get('admin'))
    const document = await send({ method: 'GET', path: '/v1/openapi.json', headers: {}, body: null }, undefined)
    const { paths, components } = JSON.parse(document.text) as {
      paths: Record<string, Record<string, Schema>>
      components: { schemas: SharedSchemas; parameters: Parameters<typeof operationsOf>[0]['components']['parameters'] }
    }
    const operations = [...operationsOf({ paths, components }), ...tusOperations]
    const random = randomOf(seed)
    const byStatus: Record<string, number> = {}
    const failures = new Map<string, { request: FuzzRequest; who: string; answer: FuzzResponse; times: number }>()
    let [hung, worst, made] = [0, { ms: 0, what: '' }, 0]
    const work = async () => {
      while (made < count) {
        const operation = operations[made % operations.length] as (typeof operations)[number]
        made += 1
        const who = random.pick(asRoles)
        const request = makeRequest(operation, components.schemas, random)
        const answer = await send(request, tokens.get(who))
        byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1
        if (answer.status === 0) hung += 1
        if (answer.ms > worst.ms) worst = { ms: answer.ms, what: `${operation.method} ${operation.path}` }
        if (answer.status >= 500 || answer.status === 0) {
          const key = `${answer.status} ${operation.method} ${operation.path} ${logged.get(idOf(answer)) ?? ''}`
          const known = failures.get(key)
          if (known) known.times += 1
          else failures.set(key, { request, who, answer, times: 1 })
        }
        if (answer.status === 401 && !request.headers.authorization) await letIn(who)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    for (const [key, { request, who, times }] of failures)
      console.log(`${times} × ${key}\n  ${who} ${request.method} ${request.path.slice(0, 400)} ${JSON.stringify(request.headers).slice(0, 300)}
  ${request.body?.toString('utf8').slice(0, 400) ?? ''}`)
    for (const [message, times] of countOf(logged.values())) console.log(`${times} × logged: ${message}`)
    console.log(`${describeMachine()}, seed ${seed}, ${asRoles.join(' and ')}`)
    console.log(
      table(
        ['status', 'answers'],
        Object.entries(byStatus).map(([status, times]) => [status === '0' ? 'none' : status, times]),
      ),
    )
    console.log(`slowest: ${worst.what}`)
    const faults = Object.entries(byStatus).reduce(
      (sum, [status, times]) => sum + (Number(status) >= 500 ? times : 0),
      0,
    )
    return { requests: made, '5xx': faults, hung, worst_ms: Math.round(worst.ms), by_status: byStatus }
  } finally {
    api.kill()
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Log lines of the console with their counts, including failures answered with 4xx: each indicates a missing limit. */
function countOf(lines: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

const idOf = ({ text }: FuzzResponse): string => /"req_id":"(\w+)"/.exec(text)?.[1] ?? ''

/** The log line of a failure, by request. */
function noteLine(line: string, logged: Map<string, string>): void {
  const found = /"reqId":"(\w+)"/.exec(line)?.[1] ?? /"req_id":"(\w+)"/.exec(line)?.[1]
  if (!found) return
  const message = /"err":\{.*?"message":"((?:[^"\\]|\\.){0,200})/.exec(line)?.[1] ?? ''
  const place = /at (?:[^"\\]*?)(server[/\\][^"\\)]*)/.exec(line)?.[1] ?? ''
  // The first line of a request is the failure itself.
  if (message && !logged.has(found)) logged.set(found, `${message} ${place}`)
}

/** The reply; status 0 if none came in time, 400 if the connection was closed because of the input. */
function send(fuzzRequest: FuzzRequest, token: string | undefined): Promise<FuzzResponse> {
  const startedAt = performance.now()
  return new Promise(resolve => {
    const end = (status: number, text: string) => resolve({ status, text, ms: performance.now() - startedAt })
    const headers: Record<string, string | number> = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...fuzzRequest.headers,
      ...(fuzzRequest.body &&
        !fuzzRequest.headers['transfer-encoding'] && { 'content-length': fuzzRequest.body.length }),
    }
    const timer = setTimeout(() => {
      end(0, '')
      sent?.destroy()
    }, hungMs)
    let sent: ReturnType<typeof request> | undefined
    try {
      sent = request(
        { host: '127.0.0.1', port, method: fuzzRequest.method, path: fuzzRequest.path, headers, agent },
        response => {
          const chunks: Buffer[] = []
          const finish = () => {
            clearTimeout(timer)
            end(response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8'))
          }
          if (String(response.headers['content-type']).startsWith('text/event-stream')) {
            finish()
            return void response.destroy()
          }
          response.on('data', chunk => void chunks.push(chunk))
          response.on('end', finish)
          response.on('close', finish)
        },
      )
      sent.on('error', () => {
        clearTimeout(timer)
        end(400, 'closed')
      })
      sent.end(fuzzRequest.body ?? undefined)
    } catch {
      // Node.js refuses to send such a header or path.
      clearTimeout(timer)
      end(400, 'not sent')
    }
  })
}
