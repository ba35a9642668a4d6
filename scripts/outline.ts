// The document shows the console's outline before any file has loaded, because it contains the entry's styles.
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
 * Replaces the link to the style sheet by its text, before the styles of the pages, which must override it. The link
 * itself stays with a media query that never matches: without it, a page's code would load the sheet again, after the
 * page's own styles.
 */
export function withOutline(document: string, read: (sheet: string) => string): string {
  const [link, , sheet] = /<link rel="stylesheet"( crossorigin)? href="([^"]+)">/.exec(document) ?? []
  if (!link || !sheet) throw new Error('The built document links no stylesheet')
  const unused = link.replace('>', ' media="not all">')
  return document.replace(link, () => `<style>${read(sheet)}</style>${unused}`)
}
