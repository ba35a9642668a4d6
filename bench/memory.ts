// Memory of all processes of one machine: idle, and after a while in which people write, search, upload files and
// generate reports.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '#server/platform/db/db.ts'
import { type BenchOptions, describeMachine, signIn, table } from './kit.ts'
import { memoryOf } from './memory-of.ts'

const port = 24_080
const base = `http://127.0.0.1:${port}`
const idleMs = 20_000
const people = 6
const pauseMs = 60

/**
 * `--minutes N` of mixed load, 15 by default. npm and its launcher (some 65 MB), which `npm start` also needs, are not
 * included.
 */
export async function run({ minutes = 15 }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'og-memory-'))
  chmodSync(folder, 0o755)
  const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1', '--max-old-space-size=96']
  const start = () =>
    spawn(process.execPath, [...flags, 'server/up.ts'], {
      env: { ...process.env, OG_DATA_DIR: folder, PORT: String(port), OG_LOG_LEVEL: 'error', OG_BOUND_FACTOR: '1000' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  let child = start()
  try {
    // The first start compiles, and stores the result when it ends; a console does not need this memory afterwards.
    await untilReady(folder)
    await endProcess(child)
    child = start()
    const token = await untilReady(folder)
    // In the first minute the tables are read for the first time.
    await sleep(idleMs)
    const idle = memoryOf(child.pid as number, folder)
    const acts = { done: 0, failed: 0 }
    const until = performance.now() + minutes * 60_000
    let most = idle
    const watch = async () => {
      while (performance.now() < until) {
        await sleep(5_000)
        const now = memoryOf(child.pid as number, folder)
        if (now.megabytes > most.megabytes) most = now
      }
    }
    await Promise.all([watch(), ...Array.from({ length: people }, (_, who) => work(token, who, until, acts))])
    const after = memoryOf(child.pid as number, folder)
    console.log(
      `${describeMachine()}, load ${Math.round(loadavg()[0] as number)}; ${acts.done} requests, ${acts.failed} refused`,
    )
    console.log(
      table(
        ['proportional set', 'measured', 'asked'],
        [
          ['idle', `${idle.megabytes} MB: ${idle.parts}`, '≤ 300 MB'],
          [`after ${minutes} min of mixed load`, `${after.megabytes} MB: ${after.parts}`, '≤ 500 MB'],
          ['most meanwhile', `${most.megabytes} MB: ${most.parts}`, ''],
        ],
      ),
    )
    return { minutes, idle_mb: idle.megabytes, after_mb: after.megabytes, most_mb: most.megabytes, ...acts }
  } finally {
    await endProcess(child)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await new Promise(resolve => child.once('exit', resolve))
}

/** The token of an administrator, once the console answers. */
async function untilReady(folder: string): Promise<string> {
  for (const giveUpAt = performance.now() + 300_000; performance.now() < giveUpAt; await sleep(200))
    if (
      await fetch(`${base}/readyz`).then(
        response => response.ok,
        () => false,
      )
    ) {
      const { database_port } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as { database_port: number }
      const password = readFileSync(join(folder, 'postgres', 'password'), 'utf8').trim()
      const pool = openPool(`postgres://og:${password}@127.0.0.1:${database_port}/postgres`, { size: 1 })
      const token = await signIn(pool, 'admin', 'bench-admin')
      await pool.end()
      return token
    }
  throw new Error('the console did not start')
}

/** The requests of one person, in sequence. */
async function work(token: string, who: number, until: number, acts: { done: number; failed: number }): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const request = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ id?: number; rev?: number } | undefined> => {
    const sent = await fetch(`${base}${path}`, {
      method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await sent.text()
    acts.done += 1
    if (!sent.ok) acts.failed += 1
    return sent.ok && method !== 'GET' ? (JSON.parse(text) as { data: { id: number; rev: number } }).data : undefined
  }
  const paragraph = {
    type: 'paragraph',
    content: [{ type: 'text', text: '光华机械集团的董事会会议记录。'.repeat(40) }],
  }
  for (let round = 0; performance.now() < until; round += 1) {
    const name = `光华机械 ${who}-${round} Guanghua Machinery`
    const og = await request('POST', '/v1/og', { name, desc: 'Makes precision machine tools. '.repeat(20) })
    await request('PUT', '/v1/og', { id: og?.id, desc: `Round ${round}` })
    await request('POST', '/v1/person', { name: `姜𤨒姬 ${who}-${round}` })
    for (const path of [
      'og?pageSize=50',
      'person?pageSize=50',
      'search?keyword=光华',
      'search?keyword=machinery',
      'system',
      'notification',
    ])
      await request('GET', `/v1/${encodeURI(path)}`)
    if (round % 10 === who) await send(headers, who, round, acts)
    if (round % 25 === who) {
      const content = Array.from({ length: 100 }, () => paragraph)
      const report = await request('POST', '/v1/report', { title: name, body: { type: 'doc', content } })
      await request('GET', `/v1/report/${report?.id}/export?format=${round % 2 === 0 ? 'pdf' : 'docx'}&reason=bench`)
    }
    await sleep(pauseMs)
  }
}

/** A file of a few megabytes. */
async function send(
  headers: Record<string, string>,
  who: number,
  round: number,
  acts: { done: number; failed: number },
) {
  const bytes = Buffer.concat([
    Buffer.from(`Report ${who} ${round} `),
    Buffer.from(randomBytes(2_000_000).toString('hex')),
  ])
  const tus = { ...headers, 'tus-resumable': '1.0.0' }
  const metadata = `filename ${Buffer.from(`${who}-${round}.txt`).toString('base64')}`
  const begun = await fetch(`${base}/v1/upload/tus`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const sent = await fetch(`${base}${begun.headers.get('location')}`, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: bytes,
  })
  acts.done += 2
  if (sent.status !== 204) acts.failed += 1
}
