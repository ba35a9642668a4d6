// Every judged capture of the recorded pages through the store, on a real database and disk, compared with a git
// repository of the same captures, packed as tightly as git can; then versions read at random and verified.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Ctx } from '#server/platform/ctx.ts'
import { getCapture, putCapture } from '#server/store/store.ts'
import { type BenchOptions, machine, table } from './kit.ts'
import { type Judged, judgedCaptures, openTestStore, pageFiles } from './store-kit.ts'

const reads = 1_000

/** `--data`: a folder of *.ndjson.zst, with labels.tsv if only a window counts. `--rows`: captures of each page. */
export async function run({ data, rows }: BenchOptions): Promise<Record<string, unknown>> {
  if (!data) throw new Error('store needs --data, a folder of *.ndjson.zst')
  const { ctx, pool, folder, blobs, close } = await openTestStore()
  try {
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
    console.log(`${machine()}, load ${loadavg()[0]?.toFixed(1)}`)
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
    await close()
  }
}

async function putAll(ctx: Ctx, data: string, atMost: number, also: (capture: Judged, raw: Buffer) => Promise<void>) {
  const hashes = new Map<string, Buffer>()
  let captures = 0
  let bytes = 0
  let ms = 0
  for (const file of pageFiles(data)) {
    let previous: Buffer | undefined
    let count = 0
    for await (const capture of judgedCaptures(data, file)) {
      const raw = Buffer.from(capture.html)
      const startedAt = performance.now()
      const { hash } = await putCapture(ctx, raw, previous)
      ms += performance.now() - startedAt
      previous = hash
      hashes.set(hash.toString('hex'), hash)
      captures += 1
      bytes += raw.length
      await also(capture, raw)
      count += 1
      if (count >= atMost) break
    }
  }
  return { hashes: [...hashes.values()], captures, bytes, ms }
}

async function readSome(ctx: Ctx, hashes: Buffer[]) {
  const times: number[] = []
  for (let read = 0; read < reads; read += 1) {
    // Spread over all versions, independent of the order of writing.
    const hash = hashes[(read * 7_919) % hashes.length] as Buffer
    const startedAt = performance.now()
    await getCapture(ctx, hash)
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  return { p50: times[reads * 0.5] as number, p95: times[reads * 0.95] as number }
}

/** A bare repository with one file per page and one commit per capture. */
function startGit(folder: string) {
  mkdirSync(folder)
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' })
  git('init', '-q', '--bare', '--template=')
  const child: ChildProcess = spawn('git', ['-C', folder, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  return {
    async add({ page, at }: Judged, raw: Buffer) {
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
