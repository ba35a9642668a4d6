import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** The path contains the version, because files below `assets` are cached for ever. */
const base = `assets/pdf-${version}`

/**
 * Fonts that are not embedded, tables of Chinese, Japanese and Korean characters, decoders that need no WebAssembly.
 */
const folders: [string, RegExp][] = [
  ['cmaps', /\.bcmap$/],
  ['standard_fonts', /\.(pfb|ttf)$/],
  ['wasm', /_nowasm_fallback\.js$/],
]

/** Copies the files that PDF.js loads by name next to the chunks, and serves them in development. */
export function pdfTables(): Plugin {
  const names = folders.flatMap(([folder, wanted]) =>
    readdirSync(join(root, folder))
      .filter(name => wanted.test(name))
      .map(name => `${folder}/${name}`),
  )
  return {
    name: 'pdf-tables',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const name = names.find(each => request.url === `/${base}/${each}`)
        if (!name) return next()
        if (name.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(join(root, name)))
      })
    },
    generateBundle() {
      for (const name of names)
        this.emitFile({ type: 'asset', fileName: `${base}/${name}`, source: readFileSync(join(root, name)) })
    },
  }
}
