// Runs on any Node.js from 20 on, before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const marker = join(root, 'node_modules', '.installed.json')

/**
 * Installs exactly what package-lock.json names, unless that is what is installed already.
 * `all` includes what only development and tests need.
 */
export async function ensureInstalled(all) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const installed = existsSync(marker) ? JSON.parse(readFileSync(marker, 'utf8')) : {}
  if (installed.lock === lock && (installed.all || !all)) return
  console.log('  Installing packages (a minute or two the first time)')
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(all ? [] : ['--omit=dev'])])
  writeFileSync(marker, JSON.stringify({ lock, all }))
}

/** Runs a command in the project's folder with its output shown; rejects when it fails. */
export function run(command, args, environment = process.env) {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32'
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: environment, shell })
    child.once('error', reject)
    child.once('exit', code =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed (${code})`)),
    )
  })
}

/** Hands the terminal over to a program and ends as it ends; signals reach it. */
export function become(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** Says what went wrong without a stack, and ends. */
export function fail(error) {
  console.error(`\n  ${error.message}`)
  process.exit(1)
}
