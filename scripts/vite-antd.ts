import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { antdStyles, styleModules, unusedStyleModules } from './antd-styles.ts'

/** In development it is empty, and the library writes its styles itself (web/platform/antd.tsx). */
const sheet = 'virtual:antd.css'
/** Takes the place of the library's modules that write variables and rules. */
const variables = fileURLToPath(new URL('../web/platform/antd-variables.ts', import.meta.url))
const resolvedSheet = '\0virtual:antd.css'

/** Functions of the library that make a hook from a name, a function that returns rules, and the component's values. */
const makers = /^gen(StyleHooks|SubStyleComponent|ComponentStyleHook)$/

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/**
 * Builds the client with the component library's styles in its own sheet and without the code that writes them: it took
 * a tenth of the time until a list was usable. `hasStyles` is false for a build of which only the scripts count.
 */
export function antdSheet(): Plugin {
  const known = new Set([...styleModules.map(({ path }) => path), ...unusedStyleModules])
  /** Modules that contained rules. */
  const writers = new Set<string>()
  let isBuild = false
  let isWritten = true
  return {
    name: 'antd-sheet',
    enforce: 'pre',
    configResolved({ command, build }) {
      isBuild = command === 'build'
      isWritten = build.write
    },
    resolveId(id, importer = '') {
      if (id === sheet) return resolvedSheet
      const isReplaced = isBuild && /\/antd\/es\//.test(importer) && /\/(useToken|genStyleUtils)$/.test(id)
      return isReplaced ? variables : null
    },
    // The first of the two builds (build-client.ts) finds the styles of the outline, to which these do not belong.
    load(id) {
      if (id === resolvedSheet) return isBuild && isWritten ? antdStyles() : ''
      return isBuild && /\/antd\/es\/theme\/util\/useResetIconStyle\.js/.test(id)
        ? 'export default () => undefined'
        : null
    },
    transform: {
      filter: { id: /\/antd\/es\/.*style/ },
      handler(code, id) {
        if (!isBuild) return null
        const { text, count } = withoutRules(code, this.parse(code))
        if (count > 0) writers.add(id)
        return { code: text, map: null }
      },
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        for (const [id, { renderedLength }] of Object.entries(chunk.type === 'chunk' ? chunk.modules : {})) {
          const path = /\/antd\/es\/(.*)\.js/.exec(id)?.[1] ?? ''
          if (renderedLength > 0 && writers.has(id) && !known.has(path))
            this.error(`antd-styles.ts does not know the styles of antd/es/${path}`)
        }
    },
  }
}

/** The code of a module without the functions that return its rules, and their number. */
export function withoutRules(code: string, program: object): { text: string; count: number } {
  const rules: Node[] = []
  find(program as Node, rules)
  const text = rules.reduceRight((left, { start, end }) => `${left.slice(0, start)}null${left.slice(end)}`, code)
  return { text, count: rules.length }
}

function find(node: Node, rules: Node[]): void {
  if (node.type === 'CallExpression' && makers.test(String((node.callee as Node).name))) {
    const rule = (node.arguments as Node[])[1]
    if (rule) rules.push(rule)
    return
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) find(child, rules)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}
