// The worst requests that a user can send, in sequence, and how long each blocked the API's event loop.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { type BenchOptions, describeMachine, signIn, startProcess, table } from '../kit.ts'
import { type CostlyRequest, inputsFor } from './inputs.ts'

const port = 18_242
const watchPort = 18_243
const base = `http://127.0.0.1:${port}`
/** Each is sent this often; the minimum counts, because other load and first uses only add time. */
const rounds = 3

export async function run(_: BenchOptions): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'og-loop-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(join(folder, 'postgres'), { fsync: 'off' })
  const pool = openPool(postgres.url)
  await migrate(pool)
  const token = await signIn(pool, 'admin', 'bench-admin')
  const api = await startProcess(
    'server/main.ts',
    {
      DATABASE_URL: postgres.url,
      OG_DATA_DIR: folder,
      PORT: String(port),
      OG_LOG_LEVEL: 'silent',
      OG_BENCH_WATCH_PORT: String(watchPort),
      NODE_OPTIONS: `--import=${new URL('watch.ts', import.meta.url).href}`,
    },
    /listens/,
  )
  try {
    const og = await createOne(token, '/v1/og', { name: 'Bench' })
    const report = await createOne(token, '/v1/report', { title: 'Bench', body: { type: 'doc', content: [] } })
    const rows: [string, number, number][] = []
    for (const input of inputsFor({ og, report })) {
      let [heldMs, status] = [Number.POSITIVE_INFINITY, 0]
      for (let round = 0; round < rounds; round += 1) {
        await longestBlockMs()
        status = await send(token, input)
        heldMs = Math.min(heldMs, await longestBlockMs())
      }
      rows.push([input.what, status, Math.round(heldMs)])
    }
    rows.sort((a, b) => b[2] - a[2])
    console.log(describeMachine())
    console.log(table(['input', 'answer', 'loop held, ms'], rows))
    return {
      inputs: rows.length,
      worst_ms: rows[0]?.[2],
      worst: rows[0]?.[0],
      over_100_ms: rows.filter(row => row[2] > 100).length,
    }
  } finally {
    api.kill()
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function createOne(token: string, path: string, body: unknown): Promise<number> {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { data: { id: number } }
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer.data.id
}

async function longestBlockMs(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${watchPort}/`)
  return ((await response.json()) as { heldMs: number }).heldMs
}

async function send(token: string, { method, path, body, type, headers }: CostlyRequest): Promise<number> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...headers,
      ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
    },
    ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return response.status
}
