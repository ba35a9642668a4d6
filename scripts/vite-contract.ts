import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Parts of an endpoint that only the server reads, unless code of the client names them (`updateWord.body`). */
const serverParts: readonly string[] = ['params', 'query', 'body', 'reply']
/** Functions that make endpoints from schemas, and the number of their arguments that the client needs. */
const makers: Readonly<Record<string, number>> = { recordEndpoints: 2, bulkEndpoint: 2, restoreValueEndpoint: 2 }
/** Values that cost nothing, or that the bundler removes itself. */
const plain: readonly string[] = [
  'Literal',
  'Identifier',
  'ArrowFunctionExpression',
  'FunctionExpression',
  'ClassExpression',
]

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Edit = { start: number; end: number; text: string }

/**
 * Builds a client (`folder`) without the schemas of requests and replies, which only the server validates: creating them took a
 * sixth of the time until a list was usable. Every other definition of the contract is marked as free of side effects,
 * so that a page contains only those that it uses.
 */
export function lightContract(root: string, folder = 'web'): Plugin {
  const named = new Set<string>()
  return {
    name: 'light-contract',
    apply: 'build',
    buildStart() {
      for (const file of globSync(join(root, folder, '**/*.{ts,tsx}')))
        for (const [use] of readFileSync(file, 'utf8').matchAll(/\b\w+\.(?:params|query|body|reply)\b/g)) named.add(use)
    },
    transform: {
      filter: { id: /\/contract\/[^?]*\.ts$/ },
      handler(code) {
        return { code: lighten(code, this.parse(code), named), map: null }
      },
    },
  }
}

/** The code of a module of the contract without what only the server needs; `named`: `endpoint.part` kept. */
export function lighten(code: string, program: object, named: ReadonlySet<string>): string {
  const edits: Edit[] = []
  for (const statement of (program as Node).body as Node[]) {
    const declaration = (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node | null
    if (declaration?.type !== 'VariableDeclaration') {
      dropParts(code, statement, '', named, edits)
      continue
    }
    for (const { id, init } of declaration.declarations as { id: Node; init: Node | null }[]) {
      if (!init) continue
      dropParts(code, init, id.type === 'Identifier' ? String(id.name) : '', named, edits)
      if (plain.includes(init.type)) continue
      edits.push({ start: init.start, end: init.start, text: '/*@__PURE__*/ (() => (' })
      edits.push({ start: init.end, end: init.end, text: '))()' })
    }
  }
  return edit(code, edits)
}

/** Removes the parts of all endpoints below a node; `name` is that of the declared endpoint. */
function dropParts(code: string, node: Node, name: string, named: ReadonlySet<string>, edits: Edit[]): void {
  if (node.type === 'CallExpression') {
    const called = (node.callee as Node).name as string | undefined
    const given = node.arguments as Node[]
    if (called === 'endpoint' && given[0]?.type === 'ObjectExpression')
      for (const property of given[0].properties as Node[]) {
        const key = property.type === 'Property' ? String((property.key as Node).name) : ''
        const isBulk =
          property.type === 'SpreadElement' && /^\.\.\.bulkOf\(/.test(code.slice(property.start, property.end))
        if (isBulk || (serverParts.includes(key) && !named.has(`${name}.${key}`)))
          edits.push({ start: property.start, end: property.end, text: '...null' })
      }
    for (const argument of given.slice(makers[called ?? ''] ?? given.length))
      edits.push({ start: argument.start, end: argument.end, text: 'null' })
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) dropParts(code, child, name, named, edits)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** Applies edits from the last to the first; those within a replaced part are lost with it. */
function edit(code: string, edits: readonly Edit[]): string {
  const removed = edits.filter(({ start, end }) => end > start)
  const isInside = (one: Edit) => removed.some(each => each !== one && each.start <= one.start && one.end <= each.end)
  return edits
    .filter(one => !isInside(one))
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, { start, end, text: part }) => text.slice(0, start) + part + text.slice(end), code)
}
