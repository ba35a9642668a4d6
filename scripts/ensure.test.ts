import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

// The relevant behaviour of npm: `ci` empties its folder, `install` adds missing packages, both write the list of the
// final state.
const fakeNpm = `#!${process.execPath}
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
const [act, ...flags] = process.argv.slice(2)
appendFileSync(process.env.NPM_CALLS, act + ' in ' + process.cwd().split('/').at(-1) + '\\n')
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
if (act === 'ci') rmSync('node_modules', { recursive: true, force: true })
const there = {}
for (const [path, entry] of Object.entries(packages)) {
  if (!path || entry.optional || (entry.dev && flags.includes('--omit=dev'))) continue
  if (process.env.NPM_DIES_AT === path) process.kill(process.pid, 'SIGKILL')
  there[path] = entry
  if (existsSync(path)) continue
  mkdirSync(path, { recursive: true })
  writeFileSync(path + '/package.json', JSON.stringify({ version: entry.version, by: act }))
  if (path === process.env.NPM_TYPED) for (const name of ['index.js', 'index.js.map', 'index.d.ts']) writeFileSync(path + '/' + name, '')
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: there }))
`

let base: string
let folder: string
const children: ChildProcess[] = []

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'og-install-'))
  mkdirSync(join(base, 'bin'))
  writeFileSync(join(base, 'bin', 'npm'), fakeNpm)
  chmodSync(join(base, 'bin', 'npm'), 0o755)
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

beforeEach(() => {
  folder = mkdtempSync(join(base, 'project-'))
  writeFileSync(join(folder, 'package.json'), '{}')
  writeLock({ a: '1.0.0', b: '1.0.0' })
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** `dev-…` packages are for development, `other-…` for another machine. */
function writeLock(packages: Record<string, string>): void {
  const entries = Object.entries({ 'dev-tool': '1.0.0', 'other-machine': '1.0.0', ...packages })
  const named = entries.map(([name, version]) => [
    `node_modules/${name}`,
    { version, ...(name.startsWith('dev-') && { dev: true }), ...(name.startsWith('other-') && { optional: true }) },
  ])
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ packages: { '': {}, ...Object.fromEntries(named) } }),
  )
}

function start(expression: string, environment: Record<string, string> = {}) {
  const ensure = JSON.stringify(new URL('./ensure.mjs', import.meta.url).href)
  const code = `const ensure = await import(${ensure}); const folder = ${JSON.stringify(folder)};
    try { await ${expression} } catch (error) { console.log(error.message); process.exit(1) }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: {
      ...process.env,
      PATH: `${join(base, 'bin')}${delimiter}${process.env.PATH}`,
      NPM_CALLS: join(folder, 'calls'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  child.stdout?.on('data', chunk => {
    output += chunk
  })
  return once(child, 'close').then(([code]) => ({ code, said: output }))
}
const install = (all: boolean, environment?: Record<string, string>) =>
  start(`ensure.ensureInstalled(${all}, folder)`, environment)
const installed = () =>
  existsSync(join(folder, 'node_modules'))
    ? readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.'))
    : []
const versionOf = (name: string) => JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
const calls = () =>
  existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : []

/** A process that runs on this installation. */
function aUser(): void {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  children.push(child)
  mkdirSync(join(folder, '.running'))
  writeFileSync(join(folder, '.running', String(child.pid)), '')
}

describe('installing', () => {
  it('happens once, in a separate folder, and not again', async () => {
    expect((await install(false)).code).toBe(0)
    expect(installed()).toEqual(['a', 'b'])
    await install(false)
    expect(calls()).toEqual(['ci in .install'])
    expect(readdirSync(folder).filter(name => name.startsWith('.'))).toEqual([])
  })

  it('with the operator’s own `npm ci` is recognised', async () => {
    spawnSync(join(base, 'bin', 'npm'), ['ci'], { cwd: folder, env: { ...process.env, NPM_CALLS: '/dev/null' } })
    await install(true)
    expect(calls()).toEqual([])
  })

  it('for the tests adds packages missing from the installation of the start', async () => {
    await install(false)
    await install(true)
    expect(calls().at(-1)).toMatch(/^install in project-/)
    expect(versionOf('a')).toMatchObject({ by: 'ci' })
    expect(installed()).toContain('dev-tool')
    // The next start removes nothing.
    await install(false)
    expect(calls()).toHaveLength(2)
  })

  it('for a start leaves out types and source maps, for the tests too; a type check restores them', async () => {
    const NPM_TYPED = 'node_modules/a'
    const files = () => readdirSync(join(folder, NPM_TYPED)).toSorted()
    await install(false, { NPM_TYPED })
    expect(files()).toEqual(['index.js', 'package.json'])
    await install(true, { NPM_TYPED })
    expect(calls().at(-1)).toMatch(/^install in project-/)
    expect(files()).toEqual(['index.js', 'package.json'])
    const whole = () => start('ensure.ensureInstalled(true, folder, { isWhole: true })', { NPM_TYPED })
    await whole()
    expect(files()).toEqual(['index.d.ts', 'index.js', 'index.js.map', 'package.json'])
    expect(installed()).toContain('dev-tool')
    // Only the package without its types is installed again.
    expect(calls().at(-1)).toMatch(/^install in project-/)
    expect([versionOf('a').by, versionOf('b').by]).toEqual(['install', 'ci'])
    await whole()
    await install(false, { NPM_TYPED })
    expect(files()).toContain('index.d.ts')
    expect(calls()).toHaveLength(3)
  })

  it('types whose package is not known, after an interrupted removal, come with everything', async () => {
    const NPM_TYPED = 'node_modules/a'
    await install(false, { NPM_TYPED })
    writeFileSync(join(folder, 'node_modules', '.light'), '')
    await start('ensure.ensureInstalled(true, folder, { isWhole: true })', { NPM_TYPED })
    expect(readdirSync(join(folder, NPM_TYPED))).toContain('index.d.ts')
    expect(calls().at(-1)).toBe('ci in .install')
  })

  it('a new version replaces the old one as a whole, with the development packages if they were installed', async () => {
    await install(true)
    writeLock({ a: '2.0.0', b: '1.0.0' })
    await install(false)
    expect(versionOf('a')).toMatchObject({ version: '2.0.0' })
    expect(installed()).toContain('dev-tool')
  })

  it('by two processes at once is done by one of them, and both continue', async () => {
    const both = await Promise.all([install(false), install(false)])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(calls()).toEqual(['ci in .install'])
  })

  it('that was killed leaves the previous state, and the next start repeats it', async () => {
    await install(false)
    writeLock({ a: '2.0.0', b: '2.0.0' })
    expect((await install(false, { NPM_DIES_AT: 'node_modules/b' })).code).toBe(1)
    expect(versionOf('a')).toMatchObject({ version: '1.0.0' })
    await install(false)
    expect([versionOf('a').version, versionOf('b').version]).toEqual(['2.0.0', '2.0.0'])
  })

  it('that was killed between its two moves is completed by the next start', async () => {
    await install(false)
    mkdirSync(join(folder, '.install'))
    spawnSync('mv', ['node_modules', '.install/node_modules'], { cwd: folder })
    spawnSync('cp', ['package-lock.json', '.install/'], { cwd: folder })
    await install(false)
    expect(installed()).toEqual(['a', 'b'])
    expect(calls()).toHaveLength(1)
  })

  it('repairs an installation with a missing folder', async () => {
    await install(false)
    rmSync(join(folder, 'node_modules', 'b'), { recursive: true })
    await install(false)
    expect(installed()).toEqual(['a', 'b'])
  })

  it('is refused with one sentence while a process runs here, and continues when that has ended', async () => {
    await install(false)
    writeLock({ a: '2.0.0', b: '1.0.0' })
    aUser()
    const refused = await install(false)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.said).toContain('in use')
    expect(versionOf('a')).toMatchObject({ version: '1.0.0' })
    const ended = children.map(child => once(child, 'exit'))
    for (const child of children) child.kill('SIGKILL')
    await Promise.race(ended)
    await expect.poll(async () => (await install(false)).code).toBe(0)
    expect(versionOf('a')).toMatchObject({ version: '2.0.0' })
  })

  it('is never done by an operator’s command: it prints the remedy and changes nothing', async () => {
    const need = () => start('ensure.needInstalled(folder)')
    expect((await need()).said).toContain('Nothing is installed yet')
    await install(false)
    expect(await need()).toEqual({ code: 0, said: '' })
    writeLock({ a: '2.0.0', b: '1.0.0' })
    expect((await need()).said).toContain('do not match this version')
    expect(calls()).toHaveLength(1)
  })

  it('does not wait for ended processes', async () => {
    writeFileSync(join(folder, '.install.lock'), '999999999')
    expect((await install(false)).code).toBe(0)
  })
})

describe('a release', () => {
  it('starts with its own client, and never builds', async () => {
    mkdirSync(join(folder, 'web/dist'), { recursive: true })
    writeFileSync(join(folder, 'web/dist/index.html'), '')
    expect(await start('ensure.ensureBuilt("/no/such/node", folder)')).toEqual({ code: 0, said: '' })
    mkdirSync(join(folder, 'scripts'))
    writeFileSync(join(folder, 'scripts/build.ts'), '')
    expect((await start('ensure.ensureBuilt("/no/such/node", folder)')).code).toBe(1)
  })
})

describe('commands', () => {
  it('are stopped once when the shell of npm has ended, however long they take', async () => {
    const program = `const fs = require('node:fs')
      let asked = 0
      process.on('SIGTERM', () => {
        asked += 1
        // Longer than two looks for the shell.
        if (asked === 1) setTimeout(() => { fs.writeFileSync('asked.part', String(asked)); fs.renameSync('asked.part', 'asked'); process.exit() }, 2500)
      })
      setInterval(() => {}, 1000)
      fs.writeFileSync('up', '')`
    writeFileSync(join(folder, 'program.cjs'), `process.chdir(${JSON.stringify(folder)})\n${program}`)
    const launcher = `import { become } from ${JSON.stringify(join(process.cwd(), 'scripts/ensure.mjs'))}
      become(process.execPath, [${JSON.stringify(join(folder, 'program.cjs'))}], { isKept: true })`
    writeFileSync(join(folder, 'launcher.mjs'), launcher)
    const shell = spawn('sh', ['-c', `"${process.execPath}" launcher.mjs; true`], {
      cwd: folder,
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: 'ignore',
    })
    children.push(shell)
    await expect.poll(() => existsSync(join(folder, 'up')), { timeout: 30_000 }).toBe(true)
    shell.kill('SIGTERM')
    await expect.poll(() => existsSync(join(folder, 'asked')), { timeout: 30_000 }).toBe(true)
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('1')
  })

  it('store their compile cache, unless another place is configured', () => {
    const place = (env: NodeJS.ProcessEnv) => {
      const launcher = `import { become } from ${JSON.stringify(join(process.cwd(), 'scripts/ensure.mjs'))}
        become(process.execPath, ['-p', 'process.env.NODE_COMPILE_CACHE'])`
      const { NODE_COMPILE_CACHE: _, ...clean } = process.env
      return spawnSync(process.execPath, ['--input-type=module', '-e', launcher], {
        env: { ...clean, ...env },
        encoding: 'utf8',
      }).stdout.trim()
    }
    expect(place({})).toBe(join(process.cwd(), 'node_modules/.cache/node'))
    expect(place({ NODE_COMPILE_CACHE: '/elsewhere' })).toBe('/elsewhere')
  })

  it('of operators never install', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const developers = [
      'dev',
      'watch',
      'check',
      'fix',
      'bench',
      'lab',
      'release',
      'db:new',
      'db:reset',
      'db:generate',
      'guide',
      'mail:trial',
    ]
    const installing = Object.entries(scripts).filter(([, line]) => line.includes('--install'))
    expect(installing.map(([name]) => name).toSorted()).toEqual(developers.toSorted())
  })
})
