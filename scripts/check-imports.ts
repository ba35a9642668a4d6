// Checks imports against the architecture: allowed dependencies, and one home for each capability.
import { importsOf, sources } from './source-files.ts'

type Rule = { of: RegExp; not: RegExp; except?: RegExp; why: string }

const test = /\.test\.tsx?$|^server\/testing\/|^web\/testing\//
/** `of`: the importing file; `not`: forbidden imports (a project path or a package); `except`: exempt files. */
const rules: Rule[] = [
  {
    of: /^contract\//,
    not: /^(server|web|e2e|bench|deploy|scripts)\/|^node:/,
    why: 'the contract imports no other layer and does no I/O',
  },
  {
    of: /^cli\//,
    not: /^(server|web|e2e|bench|deploy|scripts)\//,
    except: test,
    why: 'the command line stands on the contract alone',
  },
  { of: /^server\//, not: /^(web|e2e|bench|deploy|scripts)\//, why: 'server and web must not import each other' },
  {
    of: /^web\//,
    not: /^(server|e2e|bench|deploy|scripts)\/|^node:/,
    why: 'server and web must not import each other',
  },
  {
    of: /^server\/platform\//,
    not: /^server\/(features|core|store|text|entities|app|jobs|api|work|up)/,
    except: test,
    why: 'platform must not import a feature',
  },
  {
    of: /^server\/(name|core|store|text|ingest)\//,
    not: /^server\/(features|entities|app|jobs|api|work|up)/,
    except: test,
    why: 'core, name, store and text must not import a feature',
  },
  {
    of: /^web\/(platform|ui|record)\//,
    not: /^web\/(features|shell|router|routes|parts|main)/,
    except: test,
    why: 'platform, ui and record must not import a feature',
  },
  { of: /^web\/platform\//, not: /^web\/(ui|record)\//, except: test, why: 'ui stands on platform' },
  { of: /^web\/ui\//, not: /^web\/record\//, except: test, why: 'record stands on ui' },
  {
    of: /^server\/features\/(?!.*(routes|session\.service)\.ts)/,
    not: /^(@fastify\/|fastify$)/,
    except: test,
    why: 'only routes.ts may use Fastify',
  },
  {
    of: /^server\/features\//,
    not: /^server\/(app|jobs|adapters|api|work|up)\.ts$/,
    except: test,
    why: 'only app.ts and jobs.ts may import all features',
  },
  { of: /^server\/features\//, not: /^pg$/, except: test, why: 'pg lives in platform' },
  {
    of: /^server\/features\//,
    not: /^kysely$/,
    except: /queries\.ts$|factory\.ts$|\.test\.ts$/,
    why: 'SQL lives in queries.ts',
  },
]
/** Words of the source that only one place may use. */
const powers: { of: RegExp; word: RegExp; except: RegExp; why: string }[] = [
  {
    of: /^web\//,
    word: /\bfetch\(/,
    except: /^web\/platform\/api\.ts$|\.test\.tsx?$|^web\/testing\//,
    why: 'only platform/api.ts may call fetch',
  },
  {
    of: /^server\//,
    word: /process\.env/,
    except: /^server\/(platform\/config|up|testing\/.*)\.ts$/,
    why: 'only config.ts may read the environment',
  },
  {
    of: /^(server\/features|contract)\//,
    word: /new Date\(\)|Date\.now\(\)/,
    except: test,
    why: 'time lives in clock.ts',
  },
  {
    of: /^web\//,
    word: /\bTable\b[^'\n]*\} from 'antd'/,
    except: test,
    why: 'use ui/table or ui/list for tables',
  },
]

/** A page that loads the form library before a form is opened delays every visit. */
const formLibrary = 'react-hook-form'
const pageOfForms = /^web\/features\/user\/user-info-page\.tsx$/

const faults: string[] = []
faults.push(...pagesWithForms())
for (const { file, source } of sources('{contract,server,web,cli,e2e,bench,deploy,scripts}')) {
  for (const target of importsOf(file, source)) {
    for (const rule of rules)
      if (rule.of.test(file) && rule.not.test(target) && !rule.except?.test(file))
        faults.push(`${file} imports ${target}: ${rule.why}`)
    const stranger = crossFeature(file, target)
    if (stranger) faults.push(`${file} imports ${target}: import a feature through its service, ${stranger}`)
  }
  for (const power of powers)
    if (power.of.test(file) && power.word.test(source) && !power.except.test(file)) faults.push(`${file}: ${power.why}`)
  const lines = source.split('\n').length
  if (lines > 400 && !/db-types\.ts$/.test(file))
    faults.push(`${file} has ${lines} lines, the maximum is 400: split it by action`)
}
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

/** Pages that load together with the form library, and the files that cause it. */
function pagesWithForms(): string[] {
  const imports = new Map(
    sources('{contract,web}').map(({ file, source }) => [file, importsOf(file, withoutLater(source))]),
  )
  const pages = [...imports.keys()].filter(file => /-page\.tsx$/.test(file) && !pageOfForms.test(file))
  return pages.flatMap(page => {
    const before = new Map<string, string | undefined>([[page, undefined]])
    for (const file of before.keys())
      for (const target of imports.get(file) ?? []) if (!before.has(target)) before.set(target, file)
    if (!before.has(formLibrary)) return []
    const way: string[] = []
    for (let file: string | undefined = formLibrary; file; file = before.get(file)) way.unshift(file)
    return [`${way.join(' → ')}: a page must load its forms lazily, when one is opened`]
  })
}

/** Without type imports and dynamic imports. */
function withoutLater(source: string): string {
  return source.replace(/\bimport\s*\([^)]*\)/g, '').replace(/^import type .*$/gm, '')
}

/** The service that should have been used, if a feature imports internals of another. */
function crossFeature(file: string, target: string): string | undefined {
  const from = /^(server|web)\/features\/([^/]+)\//.exec(file)
  const to = /^(server|web)\/features\/([^/]+)\/(.+)$/.exec(target)
  if (!from || !to || from[2] === to[2] || test.test(file) || /factory\.ts$/.test(target)) return undefined
  // Policies are pure and import nothing, so importing them creates no cycle. `form.ts`: input of forms, which pages
  // load later.
  return new RegExp(`^(${to[2]}(?:\\.service|\\.policy)?\\.tsx?|form\\.ts)$`).test(to[3] ?? '')
    ? undefined
    : `${to[1]}/features/${to[2]}/${to[2]}${to[1] === 'server' ? '.service' : ''}.ts`
}
