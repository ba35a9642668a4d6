// The words that comments, test titles, documents and declared names do not use, each with the field's term.
import { parseSync } from 'vite'

type Rule = { word: RegExp; better: string }

/** Verbs of speech for data, inversions, and private words; docs/glossary.md has the terms. */
const rules: readonly Rule[] = [
  { word: /\b(?:told|tells?|telling)\b/i, better: 'report, notify, distinguish, name' },
  { word: /\b(?:said|says?)\b/i, better: 'state, contain, show, report' },
  { word: /\b(?:asked|asks?|asking)\b/i, better: 'request, query, check, call' },
  { word: /\bstands?\b/i, better: 'is, applies, remains, appears' },
  { word: /\bbeside\b/i, better: 'next to, besides, along with' },
  { word: /\banew\b/i, better: 'again' },
  { word: /\b(?:whoever|nobody|somebody)\b/i, better: 'anyone who, no one, a user, a caller' },
  { word: /\b(?:goes|go|went|gone) on\b/i, better: 'continue' },
  { word: /\bcomes? near\b/i, better: 'match, be similar to' },
  { word: /\bnouns?\b/i, better: 'entity' },
  { word: /\bdoors?\b/i, better: 'service' },
  { word: /\b(?:shores?|the house)\b/i, better: 'package, this codebase' },
  { word: /\bpoison(?:ed|s)?\b/i, better: 'bad item, quarantine' },
  { word: /\baside\b/i, better: 'quarantine' },
  { word: /\bbreathes?\b/i, better: 'yield to the event loop' },
  { word: /\bnews\b/i, better: 'event' },
  { word: /\bkits?\b/i, better: 'adapter, registry, configuration' },
  { word: /\bnamesakes?\b/i, better: 'name resolution' },
  { word: /(?:^|[.!?:] )(?:What|Who|Whose|Whom|Of)\b(?! course)/, better: 'subject first, active verb' },
]

/** Names of variables, parameters and functions. A property can have such a name on the wire or in the database. */
const names: readonly Rule[] = [
  { word: /^(?:tell|told)(?![a-z])|Told$/, better: 'report, notify, shown, delivered' },
  { word: /^(?:say|said)(?![a-z])|Said$/, better: 'text, message, provenance, values' },
  { word: /^(?:ask|asked)(?![a-z])|Asked$/, better: 'request, query, load, confirm' },
  { word: /^(?:aside|beside)(?![a-z])/, better: 'quarantined, nearby' },
  { word: /^(?:doors?|kits?)(?![a-z])|Kits?$/, better: 'service, adapter, config' },
]

type Fault = { line: number; found: string; better: string; text: string }
type Node = { type: string; start: number; [name: string]: unknown }
type Text = { text: string; line: number }

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const lineAt = (source: string, at: number) => source.slice(0, at).split('\n').length
/** Identifiers, quotations and paths are data, not prose. */
const prose = (text: string) =>
  text
    .replace(/`[^`]*`/g, '`…`')
    .replace(/“[^”]*”|"[^"]*"/g, '“…”')
    .replace(/\b[\w-]+(?:\/[\w.-]+)+/g, '…')

/** Declared names with a word to avoid. */
export function faultsInNames(declared: readonly Text[]): Fault[] {
  return declared.flatMap(({ text, line }) =>
    names.flatMap(({ word, better }) =>
      word.test(text) ? [{ line, found: text, better, text: 'a declared name' }] : [],
    ),
  )
}

/** The faults of texts; each is given with the line on which it begins. */
export function faultsIn(texts: readonly Text[]): Fault[] {
  return texts.flatMap(({ text, line }) =>
    rules.flatMap(({ word, better }) => {
      const found = word.exec(prose(text))?.[0]
      return found ? [{ line, found: found.trim(), better, text: text.trim() }] : []
    }),
  )
}

type SourceWords = { texts: Text[]; names: Text[] }

/**
 * Comments, titles of tests and declared names of a TypeScript file; a run of line comments is one text. A name that
 * destructuring takes from a property is not declared.
 */
export function wordsOfSource(file: string, source: string): SourceWords {
  const { program, comments } = parseSync(file, source)
  const texts: Text[] = []
  const declared: Text[] = []
  const isTestFile = /\.(?:test|spec)\.tsx?$/.test(file)
  for (const { value, start, end, type } of comments) {
    const text = value
      .replace(/^\*/, '')
      .replace(/\n\s*\*? ?/g, ' ')
      .trim()
    if (/^(?:biome-ignore|@ts-|units:)/.test(text)) continue
    const last = texts.at(-1) as (Text & { end?: number }) | undefined
    if (type === 'Line' && last?.end !== undefined && /^\s*$/.test(source.slice(last.end, start))) {
      last.text += ` ${text}`
      last.end = end
    } else texts.push({ text, line: lineAt(source, start), ...(type === 'Line' && { end }) })
  }
  visit(program as unknown as Node)
  return { texts, names: declared }

  function visit(node: Node): void {
    for (const { name, start } of namesIn(node))
      if (typeof name === 'string') declared.push({ text: name, line: lineAt(source, start) })
    const title =
      isTestFile && node.type === 'CallExpression' && isTest(node.callee) ? (node.arguments as Node[])[0] : undefined
    if (title?.type === 'Literal' && typeof title.value === 'string')
      texts.push({ text: title.value, line: lineAt(source, title.start) })
    for (const value of Object.values(node)) for (const each of [value].flat()) if (isNode(each)) visit(each)
  }
}

/** The identifiers that a node declares, and the nodes of other declarations. */
function namesIn(node: Node): Node[] {
  const { type, value } = node
  const declared: unknown[] = []
  if (type === 'VariableDeclarator' || type === 'FunctionDeclaration') declared.push(node.id)
  if (type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression')
    declared.push(...(node.params as unknown[]))
  if (type === 'ImportNamespaceSpecifier') declared.push(node.local)
  if (type === 'Property' && !node.shorthand) declared.push(value)
  if (type === 'ArrayPattern') declared.push(...(node.elements as unknown[]))
  return declared.filter(isNode).map(each => {
    const name = each.type === 'AssignmentPattern' ? each.left : each.type === 'RestElement' ? each.argument : each
    return name as Node
  })
}

/** `test`, `it.each(…)`, `describe.skipIf(…)`. */
function isTest(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return ['test', 'it', 'describe'].includes(callee.name as string)
  return isTest(callee.type === 'MemberExpression' ? callee.object : callee.type === 'CallExpression' && callee.callee)
}

/** The prose of a Markdown file: no code blocks, no front matter. */
export function proseOfMarkdown(source: string): Text[] {
  let isCode = false
  return source.split('\n').flatMap((text, at) => {
    if (/^\s*```/.test(text)) isCode = !isCode
    return isCode ? [] : [{ text: text.replace(/^[\s>#*\-|]+/, '').replace(/\]\([^)]*\)/g, ']'), line: at + 1 }]
  })
}
