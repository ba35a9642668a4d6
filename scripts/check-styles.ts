// Checks the styles against shared definitions: five widths, the tokens of type, layer and corner
// (`web/platform/tokens.css`), the primitives' words (`web/platform/primitives.css`), and no class that is unused or
// does not exist. A justified exception has `/* apart: why */` on the line before, or `/* apart, all of it: why */` at
// the top of its file.
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import postcss, { type AtRule, type Container, type Declaration, type Rule } from 'postcss'

const primitivesFile = 'web/platform/primitives.css'
const widths = /^\((?:640|768|992|1200|1440)px <= width\)$|^\(width (?:<|>=) (?:640|768|992|1200|1440)px\)$/
const media = /^(?:print|\(prefers-[a-z-]+: [a-z-]+\)|\(hover: hover\))$/
const values: Record<string, RegExp> = {
  'font-size': /^(?:var\(--type-\w+\)|inherit)$/,
  'z-index': /^(?:var\(--layer-\w+\)|auto|-1)$/,
  'border-radius': /^(?:50%|inherit|(?:(?:0|var\(--radius(?:-\w+)?\)) ?)+)$/,
}
/** A primitive with fewer declarations may also be written out. */
const worthAWord = 3

const faults: string[] = []
const words = new Set<string>()
/** The declarations of each primitive that is a single plain rule. */
const primitives = new Map<string, string[]>()
postcss.parse(readSource(primitivesFile)).walkRules(rule => {
  const [, word = '', rest] = /^\.([\w-]+)(.*)/.exec(rule.selector) ?? []
  words.add(word)
  if (rest === '') primitives.set(word, declarations(rule).map(String))
})

const classes = new Map<string, Set<string>>()
for (const file of files('web/**/*.css')) {
  const text = readSource(file)
  const root = postcss.parse(text)
  const isAllApart = text.startsWith('/* apart, all of it: ')
  const report = (node: AtRule | Rule | Declaration, text: string) =>
    faults.push(`${file}:${node.source?.start?.line ?? 0} ${text}`)
  root.walkAtRules('media', rule => {
    if (!widths.test(rule.params) && !media.test(rule.params))
      report(rule, `@media ${rule.params}: not one of the five`)
  })
  root.walkDecls(declaration => {
    const { prop, value } = declaration
    const isApart = isAllApart || /^apart: \S/.test((declaration.prev() as { text?: string } | undefined)?.text ?? '')
    if (values[prop] && !values[prop].test(value) && !isApart) report(declaration, `${prop}: ${value} is not a token`)
    // The bundler refuses it, but only when the client is built.
    const { selectors = [] } = declaration.parent as Partial<Rule>
    if (prop === 'composes' && !selectors.every(each => /^\.[\w-]+$/.test(each)))
      report(declaration, `${selectors.join(', ')}: only single classes compose`)
    if (prop === 'composes' && value.endsWith(' from global'))
      for (const word of value.replace(' from global', '').split(' '))
        if (!words.has(word)) report(declaration, `${word} is not a primitive`)
  })
  if (!file.endsWith('.module.css')) continue
  root.walkRules(/^\.[\w-]+$/, rule => {
    const own = new Set(declarations(rule).map(String))
    for (const [word, says] of primitives)
      if (says.length >= worthAWord && says.every(each => own.has(each)))
        report(rule, `${rule.selector} repeats the primitive ${word}`)
  })
  const own = new Set<string>()
  root.walkRules(rule => {
    const local = rule.selector.replace(/:global\([^)]*\)/g, '')
    for (const [, name] of local.matchAll(/\.([A-Za-z_][\w-]*)/g)) if (name && !/^ant-/.test(name)) own.add(name)
  })
  classes.set(file, own)
}

/** The used classes of a module: those named by TSX, or all of them if one is chosen by a value. */
const usedClasses = new Map<string, Set<string> | 'any'>()
for (const file of files('web/**/*.{ts,tsx}')) {
  const text = readSource(file)
  const body = text.replace(/^import .*/gm, '')
  for (const [, local, from] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
    if (!local || !from) continue
    const module = from.startsWith('#web/') ? from.replace('#', '') : posix.join(posix.dirname(file), from)
    const before = usedClasses.get(module) ?? new Set<string>()
    if (before === 'any' || new RegExp(`\\b${local}\\[|[(,:=] ?${local}[,)}\\n]`).test(body))
      usedClasses.set(module, 'any')
    else usedClasses.set(module, before)
    for (const [, name] of body.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))) {
      if (!name) continue
      if (classes.has(module) && !classes.get(module)?.has(name))
        faults.push(`${file} uses ${local}.${name}, which is not in ${module}`)
      if (before !== 'any') before.add(name)
    }
  }
  for (const [, plain, template = ''] of text.matchAll(/className=(?:"([^"]+)"|\{`([^`]+)`\})/g))
    for (const word of (plain ?? template.replace(/\$\{[^}]*\}/g, ' ')).split(' '))
      if (word && !words.has(word)) faults.push(`${file} uses the class ${word}, which is not a primitive`)
}
for (const [module, own] of classes) {
  const names = usedClasses.get(module) ?? new Set<string>()
  if (names !== 'any') for (const name of own) if (!names.has(name)) faults.push(`${module}: .${name} is never used`)
}
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

function declarations(rule: Container): Declaration[] {
  return rule.nodes?.filter((node): node is Declaration => node.type === 'decl') ?? []
}

function files(pattern: string): string[] {
  return globSync(pattern, { exclude: ['web/dist/**'] }).map(path => path.replaceAll('\\', '/'))
}

function readSource(file: string): string {
  return readFileSync(file, 'utf8')
}
