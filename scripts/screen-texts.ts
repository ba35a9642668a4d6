// User-facing texts, extracted from the sources: texts of features, pairs in both languages, sentences of the contract.
import { parseSync } from 'vite'

/** `key` is the feature's name of the text, if it has one; `list` counts the message lists of a file. */
export type ScreenText = { locale: 'zh-CN' | 'en-US'; text: string; line: number; key?: string; list?: number }

type SyntaxNode = { type: string; start: number; [name: string]: unknown }
const isNode = (value: unknown): value is SyntaxNode => typeof (value as SyntaxNode | null)?.type === 'string'
const han = /\p{Script=Han}/u

/**
 * Every text of a file that a user may read. Headings recognised by imports are excluded, because others write those.
 */
export function textsIn(file: string, source: string): ScreenText[] {
  const all: ScreenText[] = []
  let list = 0
  const add = (locale: ScreenText['locale'], node: unknown, more: Partial<ScreenText> = {}) => {
    for (const { text, start } of textsOf(node))
      all.push({ locale, text, line: source.slice(0, start).split('\n').length, ...more })
  }
  const visit = (node: SyntaxNode): void => {
    const args = (node.arguments ?? node.elements) as SyntaxNode[] | undefined
    if (node.type === 'CallExpression' && (node.callee as SyntaxNode).name === 'defineMessages') {
      list += 1
      for (const { key, value } of propertiesOf(args?.[0])) {
        const pair = (isNode(value) && (value.elements as SyntaxNode[] | undefined)) || []
        for (const [n, locale] of (['zh-CN', 'en-US'] as const).entries()) add(locale, pair[n], { key, list })
      }
      return
    }
    if (node.type === 'Property') {
      const key = keyOf(node)
      if (key === 'headings') return
      if (key === 'zh-CN' || key === 'en-US') {
        add(key, node.value)
        return
      }
    }
    // `bilingual('组织', 'Organisation')`, `['附件', 'Attachment']`: the first in Chinese, the others in English.
    if (
      args &&
      args.length > 1 &&
      textsOf(args[0]).some(({ text }) => han.test(text)) &&
      args.slice(1).some(isEnglish)
    ) {
      add('zh-CN', args[0])
      for (const arg of args.slice(1)) if (isEnglish(arg)) add('en-US', arg)
      return
    }
    for (const value of Object.values(node)) for (const each of [value].flat()) if (isNode(each)) visit(each)
  }
  visit(parseSync(file, source).program as unknown as SyntaxNode)
  return all
}

const isEnglish = (node: SyntaxNode | null) => textsOf(node).some(({ text }) => !han.test(text) && /\p{L}/u.test(text))

function keyOf(property: SyntaxNode): string {
  const key = property.key as { name?: string; value?: unknown }
  return key.name ?? String(key.value)
}

function propertiesOf(node: SyntaxNode | undefined): { key: string; value: unknown }[] {
  if (!node) return []
  if (node.type !== 'ObjectExpression') return isNode(node.expression) ? propertiesOf(node.expression) : []
  const own = (node.properties as SyntaxNode[]).filter(({ type }) => type === 'Property')
  return own.map(property => ({ key: keyOf(property), value: property.value }))
}

/** The texts of an expression: a literal, a template, or the results of a function or a conditional. */
function textsOf(node: unknown): { text: string; start: number }[] {
  if (!isNode(node)) return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [{ text: node.value, start: node.start }] : []
  if (node.type === 'TemplateLiteral')
    return (node.quasis as SyntaxNode[]).map(part => ({
      text: (part.value as { cooked: string }).cooked,
      start: part.start,
    }))
  if (node.type === 'ArrowFunctionExpression') return textsOf(node.body)
  if (node.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)]
  return []
}
