// `npm run release`: a tarball with the built client, from which a console starts without building. With `--
// --with-packages` a second one for this platform that also contains its packages and installs nothing.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { readArguments } from '#server/platform/process/arguments.ts'
import { ensureInstalled } from './ensure.mjs'
import { neededPackages, releaseLock, releaseManifest, shippedFiles } from './release-parts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const text = (name: string) => readFileSync(join(root, name), 'utf8')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

const { options } = readArguments(
  'npm run release [-- --with-packages]: writes a tarball to start from, and one for this platform with its packages.',
  { options: { 'with-packages': 'boolean' } },
)
const manifest = JSON.parse(text('package.json'))
const name = `og-group-${manifest.version}`
const out = join(root, 'release')
const folder = join(out, name)
/** The time of the commit, so that the same commit gives the same bytes. */
const madeAt = new Date(Number(git('log', '-1', '--format=%ct')) * 1_000)
if (git('status', '--porcelain').trim() !== '')
  console.log('  The working tree has uncommitted changes: this release belongs to no commit.')

execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build.ts'], {
  cwd: root,
  stdio: 'inherit',
})
rmSync(folder, { recursive: true, force: true })
const files = shippedFiles(git('ls-files', '-z').split('\0').filter(existsSync), manifest.scripts)
for (const file of files) copy(file)
cpSync(join(root, 'web/dist'), join(folder, 'web/dist'), { recursive: true, filter: path => !path.endsWith('/.built') })
const small = releaseManifest(manifest, neededPackages(files, text))
const lock = releaseLock(JSON.parse(text('package-lock.json')), small)
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(small, null, 2)}\n`)
writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
await write(`${name}.tar.gz`)
if (options['with-packages']) {
  await ensureInstalled(false, folder)
  await write(`${name}-${process.platform}-${process.arch}.tar.gz`)
}

function copy(file: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  cpSync(join(root, file), join(folder, file))
  chmodSync(join(folder, file), statSync(join(root, file)).mode & 0o100 ? 0o755 : 0o644)
}

/** Sorted by name, with neutral owners and one time stamp. */
async function write(file: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() || entry.isSymbolicLink())
    .map(entry => join(entry.parentPath, entry.name))
    // Programs of packages, which are never called.
    .filter(path => !path.includes('/.bin/'))
    .sort()
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 9 }), createWriteStream(join(out, file)))
  let bytes = 0
  for (const path of entries) {
    const linkname = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined
    const content = linkname === undefined ? readFileSync(path) : ''
    bytes += content.length
    const mode = linkname !== undefined || statSync(path).mode & 0o100 ? 0o755 : 0o644
    await new Promise<void>((resolve, reject) => {
      const type = linkname === undefined ? ('file' as const) : ('symlink' as const)
      const header = {
        name: `${name}/${path.slice(folder.length + 1)}`,
        type,
        linkname,
        mode,
        mtime: madeAt,
        uid: 0,
        gid: 0,
      }
      tar.entry(header, content, error => (error ? reject(error) : resolve()))
    })
  }
  tar.finalize()
  await written
  const mb = (size: number) => Math.round(size / 1e6)
  console.log(`  release/${file}: ${mb(statSync(join(out, file)).size)} MB, ${mb(bytes)} MB in ${entries.length} files`)
}
