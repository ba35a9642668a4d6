// Builds the web client into web/dist, unless it was already built from the same sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'web/dist')
const marker = join(dist, '.built')

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

function sourceHash(): string {
  const hash = createHash('sha256')
  const single = [
    'package-lock.json',
    'vite.config.ts',
    'scripts/antd-styles.ts',
    'scripts/build-cli.ts',
    'scripts/build-client.ts',
    'scripts/chunks.ts',
    'scripts/guide.ts',
    'scripts/vite-antd.ts',
    'scripts/vite-guide.ts',
    'scripts/outline.ts',
    'scripts/vite-contract.ts',
    'scripts/vite-pdf.ts',
  ].map(name => join(root, name))
  for (const path of [
    ...filesUnder(join(root, 'web')).filter(path => !path.startsWith(dist)),
    ...filesUnder(join(root, 'cli')),
    ...filesUnder(join(root, 'contract')),
    ...filesUnder(join(root, 'docs/guide')),
    ...single,
  ])
    if (!/\.test\.tsx?$/.test(path)) hash.update(path.slice(root.length)).update(readFileSync(path))
  return hash.digest('hex')
}

const hash = sourceHash()
const isBuilt = existsSync(marker) && readFileSync(marker, 'utf8') === hash
if (!isBuilt && process.argv.includes('--only-look')) {
  console.error(
    process.argv.includes('kept')
      ? `  The web client is not built yet, and this user may not write into ${root}. As its owner: npm run build.`
      : '  The web client must be rebuilt, but a running console serves it: stop that console first, then start again.',
  )
  // The message already contains the remedy; the caller must not report a failure as well.
  process.exit(3)
}
if (!isBuilt) {
  console.log('  Building the web client')
  rmSync(marker, { force: true })
  process.env.NODE_ENV = 'production'
  const { buildClient } = await import('./build-client.ts')
  await buildClient(root)
  const { buildCli } = await import('./build-cli.ts')
  await buildCli(root)
  for (const path of filesUnder(dist)) if (/\.(m?js|css|html|svg|json)$/.test(path)) compress(path)
  writeFileSync(marker, hash)
}

/** Compressed once at build time, so that serving a file costs no processor time. */
function compress(path: string): void {
  const content = readFileSync(path)
  if (content.length < 1024) return
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}
