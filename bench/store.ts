// Every judged capture of the recorded pages through the store, on a real database and disk, against a git repository
// that holds the same captures, packed as tightly as git can; then versions at random, read back and verified.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { getCapture, putCapture } from '#server/features/page/blob.ts'
import { openFileBlobs } from '#server/platform/blobs.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Ctx, systemActor } from '#server/platform/ctx.ts'
import { openDb, openPool } from '#server/platform/db.ts'
import { openLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { startPostgres } from '#server/platform/postgres.ts'
import { readCaptures, readLabels } from './captures.ts'
import { type BenchOptions, machine, table } from './kit.ts'

type Recorded = { commit: string; fetched_at: string; html: string }
type Capture = { page: string; at: Date; raw: Buffer }

const endOfRecords = Date.parse('2026-06-25T12:00Z')
const reads = 1_000

/** `--data`: a folder of *.ndjson.zst, with labels.tsv where only a window counts. `--rows`: captures of each page. */
export async function run({ data, rows }: BenchOptions): Promise<Record<string, unknown>> {
  if (!data) throw new Error('store needs --data, a folder of *.ndjson.zst')
  const folder = mkdtempSync(join(tmpdir(), 'og-bench-'))
  // PostgreSQL may run as a user of its own, who has to get through.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(join(folder, 'postgres'))
  const pool = openPool(postgres.url, { size: 4 })
  try {
    await migrate(pool)
    const blobs = join(folder, 'blobs')
    const ctx: Ctx = {
      db: openDb(pool),
      actor: systemActor,
      now: systemClock,
      log: openLog({ logLevel: 'warn' }, 'bench'),
      blobs: openFileBlobs(blobs),
      locale: 'en-US',
      reqId: 'benchbenchbenchb',
      address: '',
    }
    const git = startGit(join(folder, 'git'))
    const put = await putAll(ctx, data, rows ?? Number.POSITIVE_INFINITY, git.add)
    await git.close()
    const read = await readSome(ctx, put.hashes)
    await pool.query('vacuum analyze blob')
    const sizes = await pool.query(`select pg_total_relation_size('blob')::int as bytes`)
    const stored = folderBytes(blobs)
    const packed = git.pack()
    const figures = {
      captures: put.captures,
      distinct: put.hashes.length,
      bytes_raw: put.bytes,
      stored_mb: mb(stored),
      table_mb: mb(sizes.rows[0].bytes),
      git_mb: mb(packed.tight),
      git_plain_mb: mb(packed.plain),
      ratio: ratio(stored / packed.tight),
      ratio_with_table: ratio((stored + sizes.rows[0].bytes) / packed.tight),
      put_per_second: Math.round(put.captures / (put.ms / 1_000)),
      read_p50_ms: ratio(read.p50),
      read_p95_ms: ratio(read.p95),
    }
    console.log(`${machine()}, load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`)
    console.log(
      table(
        ['what', 'measured', 'asked'],
        [
          ['captures, distinct', `${figures.captures}, ${figures.distinct}`, ''],
          ['their bytes', `${mb(put.bytes)} MB`, ''],
          ['stored in packs', `${figures.stored_mb} MB`, ''],
          ['rows that point to them, with indexes', `${figures.table_mb} MB`, ''],
          ['git, gc --aggressive', `${figures.git_mb} MB`, ''],
          ['git, repack -adf', `${figures.git_plain_mb} MB`, ''],
          ['packs ÷ git', figures.ratio, '≤ 1.5'],
          ['packs and rows ÷ git', figures.ratio_with_table, '≤ 1.5'],
          ['a version read back, median', `${figures.read_p50_ms} ms`, '< 10 ms'],
          ['a version read back, 95th', `${figures.read_p95_ms} ms`, ''],
          ['captures stored, each by itself and durable', `${figures.put_per_second}/s`, ''],
        ],
      ),
    )
    return figures
  } finally {
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function putAll(ctx: Ctx, data: string, atMost: number, also: (capture: Capture) => Promise<void>) {
  const hashes = new Map<string, Buffer>()
  let captures = 0
  let bytes = 0
  let ms = 0
  for (const file of globSync(join(data, '*.ndjson.zst')).sort()) {
    let previous: Buffer | undefined
    let count = 0
    for await (const capture of judged(data, file)) {
      const startedAt = performance.now()
      const { hash } = await putCapture(ctx, capture.raw, previous)
      ms += performance.now() - startedAt
      previous = hash
      hashes.set(hash.toString('hex'), hash)
      captures += 1
      bytes += capture.raw.length
      await also(capture)
      count += 1
      if (count >= atMost) break
    }
  }
  return { hashes: [...hashes.values()], captures, bytes, ms }
}

/** The captures of a page's window that its labels do not set aside; all of them where there are no labels. */
async function* judged(data: string, file: string): AsyncGenerator<Capture> {
  const page = basename(file, '.ndjson.zst')
  const labels = globSync(join(data, 'labels.tsv'))
    .flatMap(readLabels)
    .filter(label => label.page === page)
  const from = Date.parse(labels.find(label => label.kind === 'first')?.date ?? labels[0]?.date ?? '1970')
  const skipped = new Set(labels.filter(label => label.kind !== 'change').map(label => label.commit))
  for await (const { commit, fetched_at, html } of readCaptures<Recorded>(file)) {
    const at = new Date(fetched_at)
    if (skipped.has(commit) || at.getTime() < from || at.getTime() > endOfRecords) continue
    yield { page, at, raw: Buffer.from(html) }
  }
}

async function readSome(ctx: Ctx, hashes: Buffer[]) {
  const times: number[] = []
  for (let read = 0; read < reads; read += 1) {
    // Spread over all versions in an order that has nothing to do with how they were written.
    const hash = hashes[(read * 7_919) % hashes.length] as Buffer
    const startedAt = performance.now()
    await getCapture(ctx, hash)
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  return { p50: times[reads * 0.5] as number, p95: times[reads * 0.95] as number }
}

/** A bare repository with one file a page and one commit a capture. */
function startGit(folder: string) {
  mkdirSync(folder)
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' })
  git('init', '-q', '--bare', '--template=')
  const child: ChildProcess = spawn('git', ['-C', folder, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  return {
    async add({ page, at, raw }: Capture) {
      const head = `commit refs/heads/main\ncommitter bench <bench@localhost> ${Math.floor(at.getTime() / 1_000)} +0000\ndata 0\nM 644 inline ${page}.html\ndata ${raw.length}\n`
      if (!child.stdin?.write(Buffer.concat([Buffer.from(head), raw, Buffer.from('\n')])))
        await once(child.stdin as NodeJS.EventEmitter, 'drain')
    },
    async close() {
      child.stdin?.end()
      const [code] = await ended
      if (code !== 0) throw new Error(`git fast-import ended with ${code}`)
    },
    pack() {
      git('repack', '-adfq')
      const plain = folderBytes(folder)
      git('gc', '--aggressive', '--prune=now', '-q')
      return { plain, tight: folderBytes(folder) }
    },
  }
}

function folderBytes(folder: string): number {
  return globSync(join(folder, '**/*'))
    .map(path => statSync(path))
    .reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0)
}

const mb = (bytes: number) => Math.round(bytes / 1e4) / 100
const ratio = (value: number) => Math.round(value * 100) / 100
