// Two builds: the first determines which page needs which modules, the second groups them into few files. The files of
// every page are then listed, so that the server can announce all of them at once.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildEnvironmentOptions, build, type Rolldown } from 'vite'
import { entityNames, mergeEntities, partyEntities, recordEntities } from '#contract/registry.ts'
import { type PageName, pageRoutes } from '#contract/route.ts'
import { type ChunkLoad, groupChunks } from './chunks.ts'
import { writeOutline } from './outline.ts'

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

/**
 * A page may load up to this many unnecessary bytes rather than one more script: `npm run bench -- first-load` shows
 * the cost of both.
 */
const fileBytes = 60_000
/** The pages opened most, and how often relative to the others: their scripts contain the fewest unnecessary bytes. */
const frequentPages: readonly PageName[] = [
  'dashboard',
  'inbox',
  'og',
  'og_detail',
  'person',
  'person_detail',
  'event',
  'event_detail',
  'report',
  'report_detail',
  'search',
  'admin_diff',
  'admin_diff_detail',
]
const frequentWeight = 4
/** Texts of the component library in both languages; nothing is shown before they are loaded. */
const libraryTexts = ['antd/es/locale/zh_CN.js', 'antd/es/locale/en_US.js']
/** How often a dialog or panel is opened relative to a page. */
const laterWeight = 0.05

/** Builds into the configured folder; its `loads.json` lists the files of each page by the page's name. */
export async function buildClient(root: string): Promise<void> {
  const configFile = join(root, 'vite.config.ts')
  const run = async (options: BuildEnvironmentOptions, logLevel: 'warn' | 'error') => {
    const { output } = (await build({ configFile, logLevel, build: options })) as Rolldown.RolldownOutput
    return { output, chunks: output.filter((each): each is Chunk => each.type === 'chunk') }
  }
  const pages = pageModules(root)
  const alone = { write: false, minify: false, cssMinify: true, cssCodeSplit: true, sourcemap: false } as const
  const { chunks: first, output } = await run(alone, 'error')
  const groups = groupChunks(
    first.map(chunk => ({
      file: chunk.fileName,
      modules: chunk.moduleIds,
      bytes: gzipSync(chunk.code).length,
      imports: chunk.imports,
    })),
    loadsOf(first, pages),
    fileBytes,
  ).map(modules => new Set(modules))
  // A group has priority over the groups that need it; otherwise these would include its modules.
  const codeSplitting = {
    groups: groups.map((modules, n) => ({
      name: 'part',
      test: (id: string) => modules.has(id),
      priority: groups.length - n,
    })),
  }
  // One sheet for all pages: 25 KB, instead of 5 to 13 files of a page.
  const { chunks: second } = await run({ cssCodeSplit: false, rolldownOptions: { output: { codeSplitting } } }, 'error')
  const loads = Object.fromEntries(Object.entries(pages).map(([name, paths]) => [name, filesOf(second, paths)]))
  writeFileSync(join(root, 'web/dist/loads.json'), JSON.stringify(loads))
  const entry = second.find(chunk => chunk.isEntry)?.fileName ?? ''
  for (const file of new Set([entry, ...Object.values(loads).flat()])) compileAtOnce(join(root, 'web/dist', file))
  writeOutline(join(root, 'web/dist'), outlineStyles(first, output))
}

/** The styles of the entry: those of the outline, shared by all pages. */
function outlineStyles(chunks: readonly Chunk[], output: Rolldown.RolldownOutput['output']): string {
  const files = chunks.find(chunk => chunk.isEntry)?.viteMetadata?.importedCss ?? new Set()
  const sheets = output.flatMap(each => (each.type === 'asset' && files.has(each.fileName) ? [each.source] : []))
  if (sheets.length === 0) throw new Error('The entry has no styles')
  return sheets.map(String).join('')
}

/**
 * Makes supporting browsers compile a whole file in parallel while it is downloaded, instead of function by function
 * once the page needs each: this saves a fifth of the time that a list takes on a slow processor.
 */
function compileAtOnce(path: string): void {
  if (path.endsWith('.js')) writeFileSync(path, `//# allFunctionsCalledOnLoad\n${readFileSync(path, 'utf8')}`)
}

/** The modules of each page, its own first, by the page's name, read from the route table and the router. */
function pageModules(root: string): Record<string, string[]> {
  const table = readFileSync(join(root, 'web/routes.ts'), 'utf8')
  const rows = [...table.matchAll(/^ {2}(\w+): \{\n(.*?)^ {2}\},?$/gms)].flatMap(([, name = '', row = '']) => {
    const path = /load: \(\) => import\('#web\/([^']+)'\)/.exec(row)?.[1]
    return path === undefined ? [] : [{ name, path }]
  })
  const unread = Object.keys(pageRoutes).filter(page => !rows.some(({ name }) => name === page))
  if (unread.length > 0) throw new Error(`web/routes.ts names no imports for these pages: ${unread.join(', ')}`)
  const parts = partModules(root)
  return Object.fromEntries([
    ['login', [join(root, 'web/features/session/login-page.tsx')]],
    ...rows.map(({ name, path }) => [name, [join(root, 'web', path), ...(parts.get(name) ?? [])]]),
  ])
}

/**
 * Parts of other features that the page of a record shows at once, by the page's name. They load with the page, not
 * after it.
 */
function partModules(root: string): Map<string, string[]> {
  const part =
    /register(?:Part|FactMark)\(\{(?: place: '(?:banner|facts|first)',)? nouns: (\w+|\[[^\]]*\]), Content: lazyComponent\(\(\) => import\('\.\/([^']+)'\)\)/g
  const modules = new Map<string, string[]>()
  for (const file of globSync(join(root, 'web/features/*/parts.{ts,tsx}')))
    for (const [, list = '', path = ''] of readFileSync(file, 'utf8').matchAll(part))
      for (const noun of entitiesFor(list)) {
        const page = `${noun}_detail`
        modules.set(page, [...(modules.get(page) ?? []), join(dirname(file), path)])
      }
  if (!modules.has('og_detail')) throw new Error('No parts.ts lists the parts of the organisation page')
  return modules
}

const listsOfEntities: Readonly<Record<string, readonly string[]>> = {
  entityNames,
  mergeEntities,
  partyEntities,
  recordEntities,
}

/** The entities named by a list of the contract, or by a literal list. */
function entitiesFor(list: string): readonly string[] {
  const names = list.startsWith('[') ? [...list.matchAll(/\w+/g)].map(String) : listsOfEntities[list]
  if (!names) throw new Error(`A part belongs to the pages of ${list}, an unknown list of entities`)
  return names
}

function loadsOf(chunks: readonly Chunk[], pages: Readonly<Record<string, readonly string[]>>): ChunkLoad[] {
  const holding = (path: string) => chunkOf(chunks, path).fileName
  const entry = chunks.find(chunk => chunk.isEntry)?.fileName ?? ''
  const frame = chunkOf(chunks, 'web/shell/layout.tsx').fileName
  const known = Object.values(pages).flat()
  const page = ([name, paths]: [string, readonly string[]]): ChunkLoad =>
    name === 'login'
      ? { starts: [entry, ...paths.map(holding)], weight: 5 }
      : {
          starts: [entry, frame, ...paths.map(holding)],
          weight: frequentPages.some(each => each === name) ? frequentWeight : 1,
        }
  const others = chunks.filter(chunk => chunk.isDynamicEntry && !known.includes(chunk.facadeModuleId ?? ''))
  return [
    // Every load starts with these two, so they must contain nothing that only some pages need.
    { starts: [entry], weight: 100 },
    { starts: [entry, frame], weight: 20 },
    ...Object.entries(pages).map(page),
    ...others.map(chunk => ({ starts: [entry, frame, chunk.fileName], weight: laterWeight })),
  ]
}

function chunkOf(chunks: readonly Chunk[], path: string): Chunk {
  const found = chunks.find(chunk => chunk.moduleIds.some(id => id.endsWith(path)))
  if (!found) throw new Error(`No chunk contains ${path}`)
  return found
}

/** Scripts of a page, except those of the entry, which its document names itself. */
function filesOf(chunks: readonly Chunk[], paths: readonly string[]): string[] {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const entry = chunks.find(chunk => chunk.isEntry)
  const files = new Set<string>()
  const bring = (chunk: Chunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const file of chunk.imports) bring(byFile.get(file))
  }
  bring(entry)
  const named = new Set(files)
  if (!paths[0]?.endsWith('login-page.tsx'))
    for (const shared of ['web/shell/layout.tsx', ...libraryTexts]) bring(chunkOf(chunks, shared))
  for (const path of paths) bring(chunkOf(chunks, path))
  return [...files].filter(file => !named.has(file))
}
