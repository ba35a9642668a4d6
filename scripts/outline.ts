// The document draws the console's outline before any file has come: the entry's styles stand in the document itself.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rewrites the built document. */
export function writeOutline(dist: string): void {
  const path = join(dist, 'index.html')
  const document = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    withOutline(document, sheet => readFileSync(join(dist, sheet), 'utf8')),
  )
}

/**
 * The document with its sheet's text in the sheet's place, before those of the pages, which must win over it. Its name
 * stays, for nothing: where no such link stood, a page's code would fetch the sheet once more, behind its own.
 */
export function withOutline(document: string, read: (sheet: string) => string): string {
  const [link, , sheet] = /<link rel="stylesheet"( crossorigin)? href="([^"]+)">/.exec(document) ?? []
  if (!link || !sheet) throw new Error('The built document names no styles')
  const unused = link.replace('>', ' media="not all">')
  return document.replace(link, () => `<style>${read(sheet)}</style>${unused}`)
}
