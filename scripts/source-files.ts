// The input of the checks: our own files and their imports.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Every TypeScript file below these folders; names are paths from the root. */
export function sources(folders: string): { file: string; source: string }[] {
  return globSync(`${folders}/**/*.{ts,tsx}`, { exclude: ['web/dist/**'] })
    .map(slashes)
    .sort()
    .map(file => ({ file, source: readFileSync(file, 'utf8') }))
}

/** Project files as paths from the root, packages by name. */
export function importsOf(file: string, source: string): string[] {
  const specifiers = [...source.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g)].map(match => match[1] ?? '')
  return specifiers.map(specifier => {
    if (specifier.startsWith('#')) return specifier.slice(1)
    return specifier.startsWith('.') ? slashes(normalize(join(dirname(file), specifier))) : specifier
  })
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/')
}
