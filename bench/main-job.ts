// The main job on one console without downtime: persons with rare characters are imported, a site is crawled, processes
// are killed, a backup is taken meanwhile and restored elsewhere, and search finds everything on both.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '#server/platform/db/db.ts'
import { randomOf, startSite } from './kills.ts'
import { type Console, openConsole, victims } from './kills-console.ts'
import { type Call, caller, site, waitFor } from './kills-writers.ts'
import { type BenchOptions, machine, signIn, table } from './kit.ts'
import { personsFile } from './search-beside.ts'

const wantedAtMost = 120

/** `--rows` persons, `--count` kills spread over their import, `--seed` of the kills. */
export async function run({ rows = 50_000, count = 10, seed = 1 }: BenchOptions): Promise<Record<string, unknown>> {
  const random = randomOf(seed)
  const first = openConsole()
  const second = openConsole(mkdtempSync(join(tmpdir(), 'og-restored-')))
  chmodSync(second.folder, 0o755)
  const file = join(tmpdir(), `og-main-job-${process.pid}.backup`)
  const pages = await startSite()
  const took = { import: 0, backup: 0, restore: 0 }
  try {
    const { token, call } = await begin(first)
    const og = await site(call)
    await call('POST', `/v1/og/${og}/round`)
    let startedAt = performance.now()
    const id = await startImport(call, rows)
    const kills = killAll(first, { count, random, token })
    startedAt = performance.now()
    await waitFor(() => call('GET', `/v1/import/${id}`), ['done', 'failed'])
    took.import = performance.now() - startedAt
    const awayS = await kills
    await call('POST', '/v1/person', { name: '𠮷野家の姜𤨒姬' })
    startedAt = performance.now()
    await command('server/backup.ts', [file], first.folder)
    took.backup = performance.now() - startedAt
    const names = wanted(rows)
    const here = await look(first, call, names)
    await first.stop()
    startedAt = performance.now()
    await command('server/restore.ts', [file], second.folder)
    took.restore = performance.now() - startedAt
    const there = await look(second, (await begin(second)).call, names)
    const figures = {
      rows,
      kills: count,
      slowest_s: seconds(awayS * 1000),
      import_s: seconds(took.import),
      backup_s: seconds(took.backup),
      backup_mb: Math.round(statSync(file).size / 1_048_576),
      restore_s: seconds(took.restore),
      searched: names.length,
      found: here.found,
      found_restored: there.found,
      persons: here.persons,
      persons_restored: there.persons,
      pages: here.pages,
      pages_restored: there.pages,
    }
    console.log(machine())
    console.log(
      table(
        ['', 'console', 'restored', 'asked'],
        [
          ['names found by search', here.found, there.found, names.length],
          ['persons', here.persons, there.persons, rows + 1],
          ['pages of the site', here.pages, there.pages, 'the same'],
        ],
      ),
    )
    return figures
  } finally {
    await first.stop()
    await second.stop()
    pages.kill()
    for (const path of [first.folder, second.folder, file]) rmSync(path, { recursive: true, force: true })
  }
}

const seconds = (ms: number) => Math.round(ms / 100) / 10

async function begin(console_: Console): Promise<{ token: string; call: Call }> {
  console_.start()
  while (!existsSync(join(console_.folder, 'run.json')) || !console_.isUp()) await sleep(200)
  const pool = openPool(console_.url(), { size: 1 })
  const token = await signIn(pool, 'admin', `main-job-${process.pid}-${Date.now()}`)
  await pool.end()
  return { token, call: caller(token) }
}

async function startImport(call: Call, rows: number): Promise<number> {
  type Import = { id: number; state: string; plan: object }
  const form = new FormData()
  form.append('file', new Blob([personsFile(rows)], { type: 'text/csv' }), 'persons.csv')
  const { id } = await call<Import>('POST', '/v1/import?noun=person', form, {})
  const read = () => call<Import>('GET', `/v1/import/${id}`)
  await waitFor(read, ['mapping', 'failed'])
  await call('POST', `/v1/import/${id}/check`, (await read()).plan)
  await waitFor(read, ['checked', 'failed'])
  await call('POST', `/v1/import/${id}/run`)
  return id
}

/** Kills every process in turn, then at random; returns the longest downtime of the console in seconds. */
async function killAll(
  console_: Console,
  { count, random, token }: { count: number; random: () => number; token: string },
): Promise<number> {
  let slowest = 0
  for (let kills = 0; kills < count; ) {
    await sleep(1_000 + random() * 3_000)
    const victim = victims[kills < victims.length ? kills : Math.floor(random() * victims.length)]
    if (!victim || !(await console_.kill(victim, random))) continue
    kills += 1
    // A killed process may answer for a moment longer.
    await sleep(victim === 'supervisor' ? 2_000 : 200)
    slowest = Math.max(slowest, await console_.answers(token))
  }
  return slowest
}

/** One of the operator's commands, run concurrently with the console on the folder. */
async function command(path: string, args: string[], folder: string): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...args], {
    env: { ...process.env, OG_DATA_DIR: folder, OG_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise(resolve => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${path} ended with ${code}`)
}

/** Names from all over the file. */
function wanted(rows: number): string[] {
  const lines = personsFile(rows).split('\n').slice(1)
  const step = Math.max(1, Math.floor(lines.length / wantedAtMost))
  return [...lines.filter((_, n) => n % step === 0).map(line => line.split(',')[0] ?? ''), '𠮷野家の姜𤨒姬']
}

/** Search results, once no indexing is waiting: a backup contains the indexing work that waited when it was taken. */
async function look(console_: Console, call: Call, names: readonly string[]) {
  for (;;) {
    const [left] = await console_.ask<{ count: number }>('select count(*)::int as count from search_queue')
    if (left?.count === 0) break
    await sleep(500)
  }
  let found = 0
  for (const name of names) {
    const { items } = await call<{ items: { title: string }[] }>(
      'GET',
      `/v1/search?keyword=${encodeURIComponent(name)}`,
    )
    if (items.some(({ title }) => title === name)) found += 1
    else console.error(`  not found: ${name}`)
  }
  const { total } = await call<{ total: number }>('GET', '/v1/person')
  const [pages] = await console_.ask<{ count: number }>('select count(*)::int as count from page')
  return { found, persons: total, pages: pages?.count ?? 0 }
}
