import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const fontFolder = join(dirname(require.resolve('@embedpdf/fonts-sc')), '../fonts')
const fonts = ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf']
const readFonts = () => fonts.map(font => readFileSync(join(fontFolder, font)))

/** Input of a document: its template, and other files by their absolute paths in it. */
type Sources = { template: string; files: ReadonlyMap<string, Uint8Array> }
/** Compiles one document to PDF; throws with the compiler's message. */
export type Typst = (sources: Sources) => Promise<Uint8Array>

/**
 * Opens the compiler built for this machine or, if there is none, the portable one of the same version, which has an
 * eighth of the speed (adr/0073).
 */
export async function openTypst(): Promise<Typst> {
  const built = findNative()
  return built ? openNative(built) : await openPortable()
}

/** The used part of the interface of an optional package. */
type Native = {
  NodeCompiler: { create(options: { workspace: string; fontArgs: { fontBlobs: Buffer[] }[] }): NativeCompiler }
}
type NativeCompiler = {
  resetShadow(): void
  addSource(path: string, source: string): void
  mapShadow(path: string, content: Buffer): void
  compile(of: { mainFilePath: string }): { result: object | null; takeError(): { shortDiagnostics: unknown[] } | null }
  pdf(document: object): Buffer
  /** Drops cached data that the last `age` documents did not use. */
  evictCache(age: number): void
}

function findNative(): Native | undefined {
  try {
    return require('@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu') as Native
  } catch {
    // There is no build for this machine.
    return undefined
  }
}

/**
 * A folder that does not exist, so that the compiler reads no files of the machine, except fonts for glyphs that the
 * product's fonts lack.
 */
const root = '/og-report'
/** Cached data from before the last document is dropped. */
const oldest = 1

function openNative({ NodeCompiler }: Native): Typst {
  const compiler = NodeCompiler.create({ workspace: root, fontArgs: [{ fontBlobs: readFonts() }] })
  return async ({ template, files }) => {
    compiler.resetShadow()
    compiler.addSource(`${root}/main.typ`, template)
    for (const [path, bytes] of files) compiler.mapShadow(root + path, Buffer.from(bytes))
    const set = compiler.compile({ mainFilePath: `${root}/main.typ` })
    const failure = set.takeError()
    if (failure || !set.result) throw new Error(`not set: ${JSON.stringify(failure?.shortDiagnostics)}`)
    const pdf = compiler.pdf(set.result)
    compiler.evictCache(oldest)
    return pdf
  }
}

const pdf = 1

export async function openPortable(): Promise<Typst> {
  const { createTypstCompiler, loadFonts } = await import('@myriaddreamin/typst.ts')
  const compiler = createTypstCompiler()
  await compiler.init({
    // The package's types declare only the older of the two accepted forms, which it reports as deprecated.
    getModule: () =>
      ({ module_or_path: readFileSync(require.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) }) as never,
    beforeBuild: [
      loadFonts(
        readFonts().map(font => new Uint8Array(font)),
        { assets: false },
      ),
    ],
  })
  return async ({ template, files }) => {
    compiler.resetShadow()
    compiler.addSource('/main.typ', template)
    for (const [path, bytes] of files) compiler.mapShadow(path, bytes)
    const set = await compiler.compile({ mainFilePath: '/main.typ', format: pdf, diagnostics: 'full' })
    if (!set.result) throw new Error(`not set: ${JSON.stringify(set.diagnostics)}`)
    return set.result as Uint8Array
  }
}
