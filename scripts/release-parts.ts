// The parts of a release: the files that run, their packages, and a lock of only those.
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, normalize } from 'node:path'

type PackageManifest = {
  name: string
  version: string
  description: string
  license: string
  type: string
  engines: Record<string, string>
  imports: Record<string, string>
  scripts: Record<string, string>
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}
type LockEntry = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
type Lock = { packages: Record<string, LockEntry> }

/** Tests, their helpers, and files for developers only. */
const unshippedFiles =
  /(^|\/)testing\/|^deploy\/lab\/|\.test\.ts$|(^|[/-])testing\.ts$|^server\/features\/upload\/samples\.ts$|(^|\/)tsconfig\.json$/
const folders = /^(contract|server|deploy|docs)\//
const besides = new Set(['README.md', '.npmrc'])
/** Commands of operators; the others are for developers. */
const operator = [
  'start',
  'build',
  'start:api',
  'start:worker',
  'backup',
  'restore',
  'blob:check',
  'blob:bucket',
  'admin:password',
  'audit:verify',
  'search:rebuild',
  'db:migrate',
]

/** The project's files that belong to a release; the built client is added separately. */
export function shippedFiles(files: readonly string[], scripts: Record<string, string>): string[] {
  const programs = new Set(
    operator.flatMap(name => (scripts[name] ?? '').split(' ').filter(word => word.startsWith('scripts/'))),
  )
  const launchers = /^scripts\/(start|run|ensure|lighten|node-path|reachable)\.mjs$/
  return files.filter(
    file =>
      !unshippedFiles.test(file) &&
      (folders.test(file) || besides.has(file) || programs.has(file) || launchers.test(file)) &&
      !/^docs\/.*\.(png|svg|webp)$/.test(file),
  )
}

/** The packages that files import at run time; throws if a file imports one that is not shipped. */
export function neededPackages(files: readonly string[], read: (file: string) => string): string[] {
  const shipped = new Set(files)
  const needed = new Set<string>()
  for (const file of files.filter(name => /\.(ts|mjs)$/.test(name))) {
    for (const target of runtimeImports(file, read(file))) {
      if (/^(contract|server|scripts|web|bench)\//.test(target)) {
        if (!shipped.has(target)) throw new Error(`${file} needs ${target}, which is not part of a release.`)
      } else if (!target.startsWith('node:') && target !== 'package.json')
        needed.add(target.split('/', target.startsWith('@') ? 2 : 1).join('/'))
    }
  }
  return [...needed].sort()
}

const naming = [
  /^(?:import\b.*?|export\b.*?|\} )from '([^']+)'/gm,
  /^import '([^']+)'/gm,
  /\bimport\('([^']+)'\)/g,
  /\bresolve\('([^']+)'\)/g,
  /\bnew URL\('(\.[^']+\.ts)', import\.meta\.url\)/g,
]

/** Imports of a source without its types: project files as paths from the root, packages by name. */
function runtimeImports(file: string, source: string): string[] {
  const plain = file.endsWith('.ts') ? stripTypeScriptTypes(source) : source
  return naming
    .flatMap(pattern => [...plain.matchAll(pattern)].map(([, target = '']) => target))
    .map(target =>
      target.startsWith('#') ? target.slice(1) : target.startsWith('.') ? resolvePath(file, target) : target,
    )
}

function resolvePath(file: string, target: string): string {
  return normalize(join(dirname(file), target)).replaceAll('\\', '/')
}

/** The package.json of a release: commands of operators, packages needed at run time. */
export function releaseManifest(from: PackageManifest, needed: readonly string[]) {
  const unknown = needed.filter(name => !from.dependencies[name] && !from.optionalDependencies[name])
  if (unknown.length > 0)
    throw new Error(`Packages used at run time but not among the dependencies: ${unknown.join(', ')}`)
  const { name, version, description, license, type, engines } = from
  return {
    name,
    version,
    private: true,
    description,
    license,
    type,
    engines,
    imports: { '#contract/*': from.imports['#contract/*'], '#server/*': from.imports['#server/*'] },
    scripts: Object.fromEntries(operator.map(key => [key, from.scripts[key]])),
    optionalDependencies: from.optionalDependencies,
    dependencies: Object.fromEntries(
      needed.flatMap(key => (from.dependencies[key] ? [[key, from.dependencies[key]]] : [])),
    ),
  }
}

/** The lock of these packages and their dependencies, each as in the whole lock. */
export function releaseLock<L extends Lock>(whole: L, manifest: ReturnType<typeof releaseManifest>): L {
  const { name, version, license, dependencies, optionalDependencies, engines } = manifest
  const kept = new Set<string>()
  const keep = (from: string, names: readonly string[]): void => {
    for (const each of names) {
      const path = findPackage(whole, from, each)
      if (path === undefined || kept.has(path)) continue
      kept.add(path)
      keep(path, namesOf(whole.packages[path] ?? {}))
    }
  }
  keep('', [...Object.keys(dependencies), ...Object.keys(optionalDependencies)])
  const rest = Object.entries(whole.packages).filter(([path]) => kept.has(path))
  const top = { name, version, license, dependencies, optionalDependencies, engines }
  return { ...whole, packages: { '': top, ...Object.fromEntries(rest) } }
}

function namesOf(entry: LockEntry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(name => !entry.peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys(entry.dependencies ?? {}), ...Object.keys(entry.optionalDependencies ?? {}), ...peers]
}

/** Resolves a package like Node.js: in the package's own folder, then in each one above. */
function findPackage(lock: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`
    if (lock.packages[path]) return path
    if (at === '') return undefined
  }
}
