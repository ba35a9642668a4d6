// One gigabyte over loopback, resumable: speed compared with a bare server that writes the same bytes, and the API's
// memory.
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { type BenchOptions, describeMachine, signIn, startProcess, table } from './kit.ts'

const apiPort = 18_092
const barePort = 18_093
const megabyte = 1_048_576
/** A megabyte that is never the same twice, so that every content is new. */
const piece = randomBytes(megabyte)

/** `--rows N`: megabytes of one file. */
export async function run({ rows: megabytes = 1_024 }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'og-upload-'))
  // If root starts it, the database runs as another user.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(join(folder, 'postgres'))
  const pool = openPool(postgres.url)
  await migrate(pool)
  const token = await signIn(pool, 'editor', 'bench-editor')
  const env = { DATABASE_URL: postgres.url, OG_DATA_DIR: folder, PORT: String(apiPort), OG_LOG_LEVEL: 'error' }
  const bareEnv = { PORT: String(barePort), OG_DATA_DIR: folder }
  const bare = await startProcess('bench/bare-upload.ts', bareEnv, /ready/)
  const api = await startProcess('server/main.ts', env, /listens/)
  try {
    await upload(token, 8, 8)
    const before = memoryOf(api)
    const cores = { bare: 0, api: 0 }
    const floors: number[] = []
    const wholes: number[] = []
    const pieces: number[] = []
    // Alternating, so that other load on the machine affects all alike; the best of each counts.
    for (let round = 0; round < rounds; round += 1) {
      const [bareBefore, apiBefore] = [coreSecondsOf(bare), coreSecondsOf(api)]
      floors.push(await send(barePort, 'PUT', '/', {}, megabytes))
      wholes.push(await upload(token, megabytes, megabytes))
      cores.bare += coreSecondsOf(bare) - bareBefore
      cores.api += coreSecondsOf(api) - apiBefore
      pieces.push(await upload(token, megabytes, 64))
    }
    const peak = memoryOf(api)
    const speed = (times: number[]) => Math.round((megabytes * megabyte) / 1e6 / Math.min(...times))
    const figures = {
      megabytes,
      bare_mb_s: speed(floors),
      upload_mb_s: speed(wholes),
      upload_pieces_mb_s: speed(pieces),
      upload_share: Math.round((speed(wholes) / speed(floors)) * 100) / 100,
      bare_core_s_per_gb: perGigabyte(cores.bare, megabytes),
      upload_core_s_per_gb: perGigabyte(cores.api, megabytes),
      memory_before_mb: before.now,
      memory_growth_mb: peak.most - before.now,
    }
    console.log(describeMachine())
    const rows = [
      ['bare server: body to a file, made durable', `${figures.bare_mb_s} MB/s`, ''],
      ['one PATCH, hashed, stored, recorded', `${figures.upload_mb_s} MB/s`, '≥ 150 MB/s'],
      ['PATCHes of 64 MB', `${figures.upload_pieces_mb_s} MB/s`, ''],
      [
        'time on a core for a gigabyte: bare, upload',
        `${figures.bare_core_s_per_gb} s, ${figures.upload_core_s_per_gb} s`,
        '',
      ],
      ['growth of the API’s memory, at most', `${figures.memory_growth_mb} MB`, '< 50 MB'],
    ]
    console.log(table(['what', 'measured', 'asked'], rows))
    return figures
  } finally {
    api.kill()
    bare.kill()
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Resident memory now and at its peak, in MB; 0 if this process cannot read it. */
function memoryOf({ pid }: ChildProcess): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024)
  return { now: read('VmRSS'), most: read('VmHWM') }
}

const rounds = 3

/** Core seconds for 1,024 MB, two decimals. */
function perGigabyte(seconds: number, megabytes: number): number {
  return Math.round((seconds / rounds / megabytes) * 1_024 * 100) / 100
}

/** Core seconds of a process so far, which hardly depend on other load of the machine. */
function coreSecondsOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Seconds from the first byte to the record. */
export async function upload(
  token: string,
  megabytes: number,
  pieceMegabytes: number,
  port = apiPort,
): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const begun = await sendTus(port, 'POST', '/v1/upload/tus', {
    ...headers,
    'upload-length': String(megabytes * megabyte),
    'upload-metadata': `filename ${Buffer.from('bench.bin').toString('base64')}`,
  })
  const url = begun.headers.location ?? ''
  let seconds = 0
  for (let at = 0; at < megabytes; at += pieceMegabytes) {
    const length = Math.min(pieceMegabytes, megabytes - at)
    seconds += await send(
      port,
      'PATCH',
      url,
      { ...headers, 'upload-offset': String(at * megabyte), 'content-type': 'application/offset+octet-stream' },
      length,
    )
  }
  return seconds
}

async function sendTus(port: number, method: string, path: string, headers: Record<string, string>) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return { headers: Object.fromEntries(response.headers) as Record<string, string | undefined> }
}

/** Sends megabytes as fast as they are accepted; seconds until the reply. */
function send(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  megabytes: number,
): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, 'content-length': String(megabytes * megabyte) },
      },
      response => {
        response.resume()
        response.on('end', () => {
          if (response.statusCode !== 204) reject(new Error(`${method} ${path}: ${response.statusCode}`))
          else resolve((performance.now() - startedAt) / 1_000)
        })
      },
    )
    sent.on('error', reject)
    let left = megabytes
    const write = () => {
      while (left > 0) {
        left -= 1
        // Each megabyte differs, so that no content is known already.
        piece.writeDoubleLE(performance.now(), 0)
        if (!sent.write(Buffer.from(piece))) {
          sent.once('drain', write)
          return
        }
      }
      sent.end()
    }
    write()
  })
}
