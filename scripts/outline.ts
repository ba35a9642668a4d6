// The document shows the console's outline before any file has loaded, because it contains the outline's styles.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rewrites the built document; `styles` are those of the outline, without those of the pages. */
export function writeOutline(dist: string, styles: string): void {
  const path = join(dist, 'index.html')
  writeFileSync(path, withOutline(readFileSync(path, 'utf8'), styles))
}

/**
 * Writes the outline's styles into the document and moves the link to the style sheet behind the outline, which is then
 * painted before the sheet is loaded. The scripts wait for the sheet.
 */
export function withOutline(document: string, styles: string): string {
  const [link] = /<link rel="stylesheet"[^>]*>/.exec(document) ?? []
  if (!link) throw new Error('The built document links no stylesheet')
  return document.replace(link, () => `<style>${styles}</style>`).replace('</body>', () => `${link}</body>`)
}
