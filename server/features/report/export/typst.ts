import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readRareFont, readUsualFonts } from './fonts.ts'

const require = createRequire(import.meta.url)

/** All fonts of a compiler; `rare`: files of the font of rare characters. */
async function readFonts(rare: readonly string[]): Promise<Buffer[]> {
  const fonts = readUsualFonts()
  // One after the other: the decompressor overwrites its last result.
  for (const file of rare) fonts.push(await readRareFont(file))
  return fonts
}

/** Input of a document: its template, and other files by their absolute paths in it. */
type Sources = { template: string; files: ReadonlyMap<string, Uint8Array> }
/** Compiles one document to PDF; throws with the compiler's message. */
export type Typst = (sources: Sources) => Promise<Uint8Array>

/**
 * Opens the compiler built for this machine or, if there is none, the portable one of the same version, which has an
 * eighth of the speed (adr/0073).
 */
export async function openTypst(rare: readonly string[] = []): Promise<Typst> {
  const built = findNative()
  return built ? openNative(built, await readFonts(rare)) : await openPortable(rare)
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
  /** Throws where the document breaks a rule of the standard. */
  pdf(document: object, options?: { pdfStandard: 'ua-1' }): Buffer
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

function openNative({ NodeCompiler }: Native, fontBlobs: Buffer[]): Typst {
  const compiler = NodeCompiler.create({ workspace: root, fontArgs: [{ fontBlobs }] })
  return async ({ template, files }) => {
    compiler.resetShadow()
    compiler.addSource(`${root}/main.typ`, template)
    for (const [path, bytes] of files) compiler.mapShadow(root + path, Buffer.from(bytes))
    const set = compiler.compile({ mainFilePath: `${root}/main.typ` })
    const failure = set.takeError()
    if (failure || !set.result) throw new Error(`not set: ${JSON.stringify(failure?.shortDiagnostics)}`)
    const pdf = writeAccessible(compiler, set.result)
    compiler.evictCache(oldest)
    return pdf
  }
}

/**
 * PDF/UA-1 wherever the document permits it. Otherwise, for instance for letters that no font has, the file has the same
 * tags, but does not claim the standard.
 */
function writeAccessible(compiler: NativeCompiler, document: object): Buffer {
  try {
    return compiler.pdf(document, { pdfStandard: 'ua-1' })
  } catch {
    return compiler.pdf(document)
  }
}

const pdf = 1

/** The portable compiler writes tags too, but cannot claim the standard. */
export async function openPortable(rare: readonly string[] = []): Promise<Typst> {
  const { createTypstCompiler, loadFonts } = await import('@myriaddreamin/typst.ts')
  const compiler = createTypstCompiler()
  const fonts = await readFonts(rare)
  await compiler.init({
    // The package's types declare only the older of the two accepted forms, which it reports as deprecated.
    getModule: () =>
      ({ module_or_path: readFileSync(require.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) }) as never,
    beforeBuild: [
      loadFonts(
        fonts.map(font => new Uint8Array(font)),
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
