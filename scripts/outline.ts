// The document draws the console's outline before any file has come: the styles of the outline stand in the document
// itself, and the sheet of the entry comes after the outline, so that nothing holds it up.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sources = ['web/platform/tokens.css', 'web/starting.css']

/** Rewrites the built document. */
export function writeOutline(root: string): void {
  const styles = sources.map(name => readFileSync(join(root, name), 'utf8')).join('')
  const path = join(root, 'web/dist/index.html')
  writeFileSync(path, withOutline(readFileSync(path, 'utf8'), squeeze(styles)))
}

/** The document with these styles in its head, and the sheet that it names at its end. */
export function withOutline(document: string, styles: string): string {
  const [sheet] = /<link rel="stylesheet"[^>]*>/.exec(document) ?? []
  if (!sheet || !document.includes('</body>')) throw new Error('The built document is not as it was expected')
  return document
    .replace(sheet, `<style>${styles}</style>${sheet.replace('"stylesheet"', '"preload" as="style"')}`)
    .replace('</body>', `${sheet}</body>`)
}

function squeeze(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ')
}
