// `npm run bench -- costs`: the cost of each kind of request for the API, the database and the network, on a seeded
// console. Processor time and blocks hardly depend on other load of the machine; docs/scale.md derives machine sizes
// from them.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Ctx, systemActor } from '#server/platform/ctx.ts'
import { openDb } from '#server/platform/db/db.ts'
import { openLog } from '#server/platform/log.ts'
import { round as crawlRound, makeSites, startSite, startWorker } from '../crawl.ts'
import { fill, fillUsers, pagesOfSite } from '../growth/fill.ts'
import { runRound } from '../growth/round.ts'
import { fillTexts } from '../growth/text.ts'
import { type BenchOptions, describeMachine, signIn, startProcess, table } from '../kit.ts'
import { openMeter } from '../meter.ts'
import { openMillion } from '../million.ts'
import { longBody } from '../report.ts'
import { upload } from '../upload.ts'
import { type BenchIds, kindsOf } from './kinds.ts'

const port = 25_092
const records = 20_000
const sites = 10
const crawledPages = 600
const streams = 200
const streamSeconds = 20
const megabytes = 256

type RequestCost = {
  name: string
  per: string
  apiMs: number
  databaseMs: number
  rows: number
  blocks: number
  kb: number
}

export async function run({ rows = records, quick = false }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'og-costs-'))
  chmodSync(folder, 0o755)
  const million = await openMillion({ data: folder, rows, profile: true }, ['og', 'person', 'event'])
  const { pool } = million
  const load = loadavg()[0] ?? 0
  try {
    await fillUsers(pool)
    await fillTexts(pool)
    await fill(pool, { from: 0, to: sites * pagesOfSite })
    await pool.query(`select setval(pg_get_serial_sequence('og', 'id'), (select max(id) from og))`)
    const ctx = ctxOf(pool, folder)
    // Two rounds, so that the store has both texts of the differences.
    for (let n = 0; n < 2; n += 1) await runRound(ctx, 1, async (_name, act) => void (await act()))
    const token = await signIn(pool, 'admin', 'bench-admin')
    const api = await startProcess('server/main.ts', { ...million.env, PORT: String(port) }, /listens/)
    const place = { pool, databasePid: million.databasePid, base: `http://127.0.0.1:${port}`, token }
    const costs: RequestCost[] = []
    try {
      const meter = { ...place, pid: api.pid as number }
      for (const kind of kindsOf(await idsOf(pool))) costs.push(await costOfKind(meter, kind, quick))
      costs.push(await costOfPdf(meter))
      costs.push(await costOfUpload(meter))
      costs.push(await costOfStreams(meter))
    } finally {
      api.kill()
    }
    for (const cost of costs) console.error(JSON.stringify(cost))
    costs.push(await costOfCrawl())
    return report(costs, load)
  } finally {
    await million.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function ctxOf(pool: pg.Pool, folder: string): Ctx {
  return {
    db: openDb(pool),
    actor: systemActor,
    now: systemClock,
    log: openLog({ logLevel: 'error' }, 'bench'),
    blobs: openFileBlobs(join(folder, 'blobs')),
    locale: 'en-US',
    reqId: 'benchbenchbenchb',
    address: '',
    boundFactor: 10_000,
  }
}

async function idsOf(pool: pg.Pool): Promise<BenchIds> {
  const idsIn = async (sql: string) => (await pool.query<{ id: number }>(sql)).rows.map(row => Number(row.id))
  const diffs = await pool.query<{ id: number; rev: number }>(
    `select id, rev from diff where og_id = 1 and round = (select max(round) from diff where og_id = 1) order by id limit 200`,
  )
  const words = await pool.query<{ word: string }>(
    `select lexeme as word from growth_text, unnest(words) where no % 40 < 2 and length(lexeme) > 1 order by md5(lexeme) limit 400`,
  )
  return {
    ogs: await idsIn(
      `select id from og where rev = 1 and read_user = '{}' and id > 100 order by md5(id::text) limit 300`,
    ),
    persons: await idsIn(`select id from person where read_user = '{}' order by md5(id::text) limit 300`),
    diffs: diffs.rows.map(({ id, rev }) => ({ id: Number(id), rev })),
    words: words.rows.map(row => row.word),
  }
}

type CostTarget = { pool: pg.Pool; databasePid: number; base: string; token: string }
type Meter = CostTarget & { pid: number }

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** Bytes received over the network, compressed as for a browser. */
function send(
  { base, token }: Meter,
  { method = 'GET', path, body }: { method?: string; path: string; body?: unknown },
) {
  return new Promise<number>((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'br, gzip',
      ...(text !== undefined && { 'content-type': 'application/json' }),
    }
    const sent = request(`${base}${path}`, { method, headers, agent }, (response: IncomingMessage) => {
      let bytes = 0
      const parts: Buffer[] = []
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        parts.push(chunk)
      })
      response.on('end', () => {
        const status = response.statusCode ?? 0
        if (status < 400) resolve(bytes)
        else reject(new Error(`${method} ${path}: ${status} ${Buffer.concat(parts)}`))
      })
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

async function costOf(
  place: Meter,
  { name, per, count }: { name: string; per: string; count: number },
  act: () => Promise<number>,
): Promise<RequestCost> {
  const { pool } = place
  const meter = openMeter({ worker: place.pid, database: place.databasePid })
  await pool.query('select pg_stat_statements_reset()')
  meter()
  const bytes = await act()
  const { workerCpu, databaseCpu } = meter()
  const { rows } = await pool.query<{ rows: number; blocks: number }>(
    `select sum(rows)::float8 as rows, sum(shared_blks_hit + shared_blks_read)::float8 as blocks from pg_stat_statements`,
  )
  const { rows: rowCount = 0, blocks = 0 } = rows[0] ?? {}
  const of = (value: number, digits = 10) => Math.round((value / count) * digits) / digits
  return {
    name,
    per,
    apiMs: of(workerCpu * 1000, 100),
    databaseMs: of(databaseCpu * 1000, 100),
    rows: of(rowCount),
    blocks: of(blocks),
    kb: of(bytes / 1000),
  }
}

async function costOfKind(
  place: Meter,
  kind: ReturnType<typeof kindsOf>[number],
  isQuick: boolean,
): Promise<RequestCost> {
  const times = isQuick ? Math.ceil(kind.times / 4) : kind.times
  const isRead = kind.requests(0).every(({ method = 'GET' }) => method === 'GET')
  if (isRead) for (const request of kind.requests(0)) await send(place, request)
  return await costOf(place, { name: kind.name, per: 'each', count: times }, async () => {
    let bytes = 0
    for (let n = 0; n < times; n += 1) {
      // Unchanged reads are cached; a write in between makes every read a real one.
      if (isRead) await place.pool.query('select pg_current_xact_id()')
      bytes += (await Promise.all(kind.requests(n).map(request => send(place, request)))).reduce(
        (sum, each) => sum + each,
        0,
      )
    }
    return bytes
  })
}

async function costOfPdf(place: Meter): Promise<RequestCost> {
  const response = await fetch(`${place.base}/v1/report`, {
    method: 'POST',
    headers: { authorization: `Bearer ${place.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'A report', body: longBody(24) }),
  })
  const { data } = (await response.json()) as { data: { id: number } }
  const request = { path: `/v1/report/${data.id}/export?format=pdf&reason=bench` }
  await send(place, request)
  return await costOf(place, { name: 'report of 77 pages as PDF', per: 'each', count: 3 }, async () => {
    let bytes = 0
    for (let n = 0; n < 3; n += 1) bytes += await send(place, request)
    return bytes
  })
}

async function costOfUpload(place: Meter): Promise<RequestCost> {
  await upload(place.token, 8, 8, port)
  return await costOf(place, { name: 'upload', per: 'GB', count: megabytes / 1024 }, async () => {
    await upload(place.token, megabytes, 64, port)
    return 0
  })
}

async function costOfStreams(place: Meter): Promise<RequestCost> {
  const opened = await Promise.all(
    Array.from(
      { length: streams },
      () =>
        new Promise<ReturnType<typeof get>>((resolve, reject) => {
          const headers = { authorization: `Bearer ${place.token}` }
          const sent = get(`${place.base}/v1/notification/stream`, { headers, agent: false }, response => {
            response.on('data', () => undefined).on('error', () => undefined)
            resolve(sent)
          }).on('error', reject)
        }),
    ),
  )
  const hours = (streams * streamSeconds) / 3_600
  const cost = await costOf(place, { name: 'open stream, nothing to tell', per: 'hour', count: hours }, async () => {
    await new Promise(resolve => setTimeout(resolve, streamSeconds * 1000))
    return 0
  })
  for (const sent of opened) sent.on('error', () => undefined).destroy()
  return cost
}

/** In a separate database: otherwise the worker would process what the other seed has left. */
async function costOfCrawl(): Promise<RequestCost> {
  const folder = mkdtempSync(join(tmpdir(), 'og-costs-'))
  chmodSync(folder, 0o755)
  const { pool, env, databasePid, close } = await openMillion({ data: folder, rows: 0, profile: true }, [])
  const site = await startSite(crawledPages)
  const ogs = await makeSites(pool)
  const worker = await startWorker({ ...env, OG_CRAWL_ALLOW: '127.0.0.0/8', OG_LOG_LEVEL: 'info' })
  try {
    const meter = { pool, databasePid, base: '', token: '', pid: worker.child.pid as number }
    let pages = 1
    const cost = await costOf(
      meter,
      { name: 'page crawled the first time, stored and searched', per: 'each', count: 1 },
      async () => {
        pages = (await crawlRound(pool, ogs)).pages
        return 0
      },
    )
    const of = (value: number) => Math.round((value / pages) * 100) / 100
    return {
      ...cost,
      apiMs: of(cost.apiMs),
      databaseMs: of(cost.databaseMs),
      rows: of(cost.rows),
      blocks: of(cost.blocks),
    }
  } finally {
    const ended = new Promise(resolve => worker.child.once('exit', resolve))
    worker.child.kill('SIGTERM')
    await ended
    site.kill('SIGTERM')
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function report(costs: RequestCost[], load: number): Record<string, unknown> {
  console.log(`${describeMachine()}, load ${load.toFixed(1)}`)
  console.log(
    table(
      ['request', '', 'API or worker, ms of a core', 'PostgreSQL, ms of a core', 'rows', 'blocks of 8 KB', 'KB sent'],
      costs.map(({ name, per, apiMs, databaseMs, rows, blocks, kb }) => [
        name,
        per,
        apiMs,
        databaseMs,
        rows,
        blocks,
        kb,
      ]),
    ),
  )
  return { load: Math.round(load * 10) / 10, costs }
}
