// Runs on any Node.js from 20 on, before anything is installed.
import { spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { uptime, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findStripped, isLight, lighten, removeStripped } from './lighten.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The folder for a new installation, until it is complete. */
const beside = '.install'
/** One file for each process that runs on the installation, named by its id. */
const users = '.running'

/**
 * Compares node_modules with package-lock.json, by npm's own list of installed packages, so it works whoever called
 * npm. `all` includes packages needed only for development and tests. `onlyMissing`: the existing packages are correct
 * and can stay.
 */
export function compareInstalled(folder, all) {
  const wanted = Object.entries(readJson(join(folder, 'package-lock.json'))?.packages ?? {}).filter(([path]) => path)
  const installed = readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages ?? {}
  const isThere = path => installed[path] && existsSync(join(folder, path, 'package.json'))
  const isSame = (path, entry) =>
    installed[path].version === entry.version && installed[path].integrity === entry.integrity
  const there = wanted.filter(([path]) => isThere(path))
  const missing = wanted.filter(([path]) => !isThere(path))
  const wrong = there.filter(([path, entry]) => !isSame(path, entry))
  return {
    // npm leaves out optional packages for other machines; a package that npm had installed and that is now missing
    // counts as missing.
    isComplete:
      missing.every(
        ([path, entry]) => !installed[path] && (entry.optional || entry.devOptional || (entry.dev && !all)),
      ) && wrong.every(([, entry]) => entry.dev && !all),
    onlyMissing: there.length > 0 && wrong.length === 0,
    hasDev: there.some(([, entry]) => entry.dev),
  }
}

/** Throws with one sentence if required packages are missing; an operator's command never installs. */
export function needInstalled(folder = root) {
  if (compareInstalled(folder, false).isComplete) return
  throw new Error(
    existsSync(join(folder, 'node_modules'))
      ? 'The installed packages do not match this version. Stop the console, then install: npm ci --omit=dev, or npm start.'
      : 'Nothing is installed yet. Install first: npm ci --omit=dev, or npm start.',
  )
}

/**
 * Installs the packages of package-lock.json, unless they are installed; never while a process runs on the
 * installation. Without the packages needed only for development and tests (`all`), types and source maps are removed
 * too, unless they are requested (`isWhole`): then only the packages without their types are installed again.
 */
export async function ensureInstalled(all, folder = root, { isWhole = false } = {}) {
  const hasTypes = () => findStripped(folder)?.length === 0
  const isEnough = () => compareInstalled(folder, all).isComplete && (!isWhole || hasTypes())
  if (isEnough()) return
  if (!mayWrite(folder))
    throw new Error(
      `${userInfo().username} may not write into ${folder}. Install and build as its owner: npm ci --omit=dev, then npm run build.`,
    )
  const unlock = await lockInstall(folder)
  try {
    takeFinished(folder, all)
    if (isEnough()) return
    const { onlyMissing, hasDev } = compareInstalled(folder, all)
    const running = findUsers(folder)
    if (running.length > 0)
      throw new Error(
        `The packages installed here are in use (process ${running.join(', ')}): stop that process first, then start again.`,
      )
    const flags = [
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      ...(all || hasDev ? ['--include=dev'] : ['--omit=dev']),
    ]
    const stripped = isWhole ? findStripped(folder) : []
    if (onlyMissing && stripped) {
      console.log('  Adding packages')
      if (stripped.length > 0) removeStripped(folder, stripped)
      await run('npm', ['install', '--no-save', ...flags], { cwd: folder })
      if (compareInstalled(folder, all).isComplete) {
        if (isLight(folder) && !isWhole) lighten(folder)
        return
      }
    }
    console.log('  Installing packages (a minute or two the first time)')
    await installBeside(folder, flags)
    if (!all && !hasDev) lighten(join(folder, beside))
    takeFinished(folder, all)
    if (!compareInstalled(folder, all).isComplete)
      throw new Error('npm did not install what package-lock.json names. Try again: npm ci')
  } finally {
    unlock()
  }
}

/**
 * Whether this user may write into the folder. Without write access an existing installation and build can still be
 * started.
 */
function mayWrite(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Builds the client, unless it is built; never while a console serves it. */
export async function ensureBuilt(node, folder = root) {
  // A release includes its client, but not the code that builds it.
  if (!existsSync(join(folder, 'scripts/build.ts')) && existsSync(join(folder, 'web/dist/index.html'))) return
  const unlock = await lockInstall(folder)
  try {
    const why = findUsers(folder).length > 0 ? ['--only-look', 'used'] : mayWrite(folder) ? [] : ['--only-look', 'kept']
    await run(node, ['scripts/build.ts', ...why])
  } finally {
    unlock()
  }
}

/** npm empties the folder into which it installs, so it gets a separate one. */
async function installBeside(folder, flags) {
  const path = join(folder, beside)
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path)
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(path, name))
  await run('npm', ['ci', ...flags], { cwd: path })
}

/**
 * Moves a finished installation into place; if the process is killed between the two moves, the next start completes
 * them.
 */
function takeFinished(folder, all) {
  const path = join(folder, beside)
  if (!existsSync(path)) return
  const isFor =
    existsSync(join(path, 'package-lock.json')) &&
    readFileSync(join(path, 'package-lock.json')).equals(readFileSync(join(folder, 'package-lock.json')))
  if (isFor && compareInstalled(path, all).isComplete && findUsers(folder).length === 0) {
    const modules = join(folder, 'node_modules')
    if (existsSync(modules)) renameSync(modules, join(path, 'before'))
    renameSync(join(path, 'node_modules'), modules)
  }
  rmSync(path, { recursive: true, force: true })
}

/** Only one process installs at a time; others wait for it. Returns a function that releases the lock. */
async function lockInstall(folder) {
  const path = join(folder, '.install.lock')
  for (let isTold = false; ; await sleep(500)) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      // Without write access nothing is installed, so no lock is needed.
      if (error.code === 'EACCES' || error.code === 'EROFS') return () => {}
      if (error.code !== 'EEXIST') throw error
    }
    const pid = Number(readText(path))
    // The file was just created, and its process id is not written yet.
    if (!pid && ageMs(path) < 5_000) continue
    if (!isAlive(pid, path)) rmSync(path, { force: true })
    else if (!isTold) {
      console.log(`  Another command installs or builds here (process ${pid}); waiting for it`)
      isTold = true
    }
  }
}

/** Processes that run on the installation. */
function findUsers(folder) {
  const path = join(folder, users)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .map(Number)
    .filter(pid => {
      const file = join(path, String(pid))
      const isUser = pid > 0 && isAlive(pid, file)
      // Left behind by a killed launcher.
      if (pid > 0 && !isUser) rmSync(file, { force: true })
      return isUser
    })
}

/**
 * Whether the process named by a file still runs. After a restart of the machine its id may belong to another process.
 */
function isAlive(pid, file) {
  if (pid === process.pid || ageMs(file) > uptime() * 1_000) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Undefined if the file is missing or incomplete. */
function readJson(path) {
  try {
    return JSON.parse(readText(path))
  } catch {
    return undefined
  }
}

/** Exit code of our own programs that have already printed the remedy. */
const saidCode = 3

/** Runs a command in the project's folder with its output shown; rejects if it fails. */
export function run(command, args, { cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32'
    const child = spawn(command, args, { cwd, stdio: 'inherit', shell })
    child.once('error', reject)
    child.once('exit', code =>
      code === 0
        ? resolve()
        : reject(new Error(code === saidCode ? '' : `${command} ${args.join(' ')} failed (${code})`)),
    )
  })
}

/**
 * Hands the terminal to a program and exits with its result; signals are forwarded. With `isKept` the program learns
 * when this process, or the npm that called it, has ended.
 */
export function become(command, args, { isKept = false } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', ...(isKept ? ['ipc'] : [])],
    // A compile cache saves compiling again, and loading the TypeScript type stripper (12 MB in each process and each
    // thread). Without write access to it, code is compiled as before.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env },
  })
  const file = join(root, users, String(child.pid))
  try {
    mkdirSync(join(root, users), { recursive: true })
    writeFileSync(file, '')
  } catch {
    // A read-only folder is never installed into either.
  }
  let isAsked = false
  const ask = signal => {
    isAsked = true
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ask(signal))
  if (isKept && process.env.npm_lifecycle_event) {
    const parent = process.ppid
    // The shell between npm and this process ends at the signal that npm forwards. The signal is sent once: a second
    // one would interrupt the program's own shutdown.
    setInterval(() => process.ppid !== parent && !isAsked && ask('SIGTERM'), 1_000).unref()
  }
  child.once('error', fail)
  child.once('exit', (code, signal) => {
    rmSync(file, { force: true })
    process.exit(signal ? 1 : (code ?? 1))
  })
}

/**
 * Flags of our own programs, checked before anything is installed: `--help` prints `usage` and exits, an unknown flag
 * fails with it.
 */
export function readFlags(usage, known = []) {
  const flags = process.argv.slice(2)
  const other = flags.find(flag => flag !== '--help' && !known.includes(flag))
  if (other !== undefined) fail(new Error(`Unknown argument “${other}”.\n  ${usage}`))
  if (!flags.includes('--help')) return
  console.log(usage)
  process.exit(0)
}

/** Prints the error without a stack, and exits. */
export function fail(error) {
  if (error.message) console.error(`\n  ${error.message}`)
  process.exit(1)
}
