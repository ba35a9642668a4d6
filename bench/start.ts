// From a fresh clone to a usable login, a second start, and the memory of all processes afterwards.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeMachine, table } from './kit.ts'
import { memoryOf } from './memory-of.ts'

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
    console.log(describeMachine())
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
    if (performance.now() > giveUpAt || child.exitCode !== null) throw new Error('npm start did not become ready')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  // The worker starts a moment after the address is available.
  await new Promise(resolve => setTimeout(resolve, 3000))
  const { megabytes, parts } = memoryOf(child.pid as number, 'og-clone-')
  // The whole process group, as Ctrl+C in a terminal does.
  const group = -(child.pid as number)
  process.kill(group, 'SIGTERM')
  // npm ends before the supervisor, which then still stops PostgreSQL.
  while (isAlive(group)) await new Promise(resolve => setTimeout(resolve, 50))
  return { seconds, megabytes, parts }
}

function isAlive(group: number): boolean {
  try {
    return process.kill(group, 0)
  } catch {
    return false
  }
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

if (spawnSync('git', ['--version']).status !== 0) throw new Error('git is needed for this bench')
