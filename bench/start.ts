// A fresh clone to a usable login, a second start, and the memory of all processes afterwards.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machine, table } from './kit.ts'

const port = 18_090

export async function run(): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'og-clone-'))
  execFileSync('git', ['clone', '-q', process.cwd(), folder])
  try {
    const fresh = await startAndStop(folder)
    const second = await startAndStop(folder)
    const figures = {
      fresh_start_s: fresh.seconds,
      second_start_s: second.seconds,
      memory_mb: second.megabytes,
      memory_parts: second.parts,
    }
    console.log(machine())
    console.log(
      table(
        ['what', 'measured', 'asked'],
        [
          ['fresh start to a usable login, warm package cache', `${fresh.seconds} s`, '< 150 s'],
          ['second start', `${second.seconds} s`, '< 5 s'],
          ['memory of all processes (proportional set)', `${second.megabytes} MB: ${second.parts}`, '< 450 MB'],
        ],
      ),
    )
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startAndStop(folder: string) {
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), OG_ADMIN_PASSWORD: 'bench-password-1' },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  const giveUpAt = startedAt + 300_000
  while (!(await loginAnswers())) {
    if (performance.now() > giveUpAt || child.exitCode !== null) throw new Error('npm start did not come up')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  // The worker joins a moment after the address is there.
  await new Promise(resolve => setTimeout(resolve, 3000))
  const { megabytes, parts } = memoryOf(child.pid as number)
  // The whole group, as a terminal's Ctrl+C does it.
  process.kill(-(child.pid as number), 'SIGTERM')
  await new Promise(resolve => child.once('exit', resolve))
  while (await loginAnswers()) await new Promise(resolve => setTimeout(resolve, 50))
  return { seconds, megabytes, parts }
}

async function loginAnswers(): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'bench-password-1' }),
    })
    return response.ok
  } catch {
    return false
  }
}

/** Proportional set size of a process, its descendants and the PostgreSQL they started. */
function memoryOf(pid: number): { megabytes: number; parts: string } {
  const processes = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const [, command = '', rest = ''] = /\((.*)\) \S (.*)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        const kb = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
        const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
        return [{ pid: Number(name), parent: Number(rest.split(' ')[0]), command, args, kb }]
      } catch {
        return []
      }
    })
  const ours = new Set([pid])
  for (let before = 0; before !== ours.size; ) {
    before = ours.size
    for (const one of processes) if (ours.has(one.parent)) ours.add(one.pid)
  }
  const database = processes.filter(
    one => one.command === 'postgres' && one.args.some(arg => arg.includes('og-clone-')),
  )
  for (const one of database) ours.add(one.pid)
  for (const one of processes) if (database.some(server => server.pid === one.parent)) ours.add(one.pid)
  const groups = Map.groupBy(
    processes.filter(one => ours.has(one.pid)),
    nameOf,
  )
  const parts = [...groups].map(
    ([name, list]) => [name, Math.round(list.reduce((sum, one) => sum + one.kb, 0) / 1024)] as const,
  )
  return {
    megabytes: parts.reduce((sum, [, mb]) => sum + mb, 0),
    parts: parts.map(([name, mb]) => `${name} ${mb}`).join(', '),
  }
}

function nameOf(one: { command: string; args: string[] }): string {
  if (one.command === 'postgres') return 'PostgreSQL'
  const script = one.args.find(arg => /\.(m?[jt]s)$/.test(arg)) ?? one.command
  return script.split('/').at(-1) ?? script
}

if (spawnSync('git', ['--version']).status !== 0) throw new Error('git is needed for this bench')
