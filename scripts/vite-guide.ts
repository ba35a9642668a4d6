import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { GuidePages } from '#web/features/guide/node.ts'
import { readGuide } from './guide.ts'

const folder = fileURLToPath(new URL('../docs/guide', import.meta.url))
const prefix = 'virtual:guide/'

/**
 * The guide as two modules, `virtual:guide/zh-CN` and `virtual:guide/en-US`, each with the nodes of all pages; the
 * pictures become files of the build. Markdown is read here, so that the client needs no parser and no HTML.
 */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    resolveId: id => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const language = id.endsWith('zh-CN') ? 'zh' : 'en'
      const pages: GuidePages = {}
      for (const file of globSync(join(folder, language, '*.md')).sort()) {
        this.addWatchFile(file)
        pages[basename(file, '.md')] = readGuide(readFileSync(file, 'utf8'))
      }
      // A picture that has not been taken yet is left out.
      const pictures = globSync(join(folder, 'img', language, '*.webp'))
        .sort()
        .filter(existsSync)
      const imports = pictures.map((file, n) => `import p${n} from ${JSON.stringify(`${slashes(file)}?url`)}`)
      const table = pictures.map((file, n) => `${JSON.stringify(basename(file, '.webp'))}: p${n}`)
      return [
        ...imports,
        `export const pictures = { ${table.join(', ')} }`,
        `export const pages = ${JSON.stringify(pages)}`,
      ].join('\n')
    },
  }
}

function slashes(path: string): string {
  return path.split(sep).join('/')
}
