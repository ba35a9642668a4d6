import { selectAll } from 'css-select'
import { type ChildNode, Document, Element, type ParentNode, Text } from 'domhandler'
import { walkHtml } from './extract-walk.ts'
import type { SiteFilter } from './site-filter.ts'

/** Elements by their number in the order of the source; `included` is absent if everything is included. */
export type SelectedElements = { included?: Set<number>; excluded: Set<number> }

/** A tree is built only if a filter has selectors; an invalid selector selects nothing. */
export function selectByFilter(html: string, filter: SiteFilter): SelectedElements | undefined {
  if (filter.include.length === 0 && filter.exclude.length === 0) return undefined
  const { document, ordinals } = buildTree(html)
  const select = (selectors: string[]): Set<number> => {
    const found = new Set<number>()
    for (const selector of selectors)
      try {
        for (const element of selectAll<ChildNode, Element>(selector, document.children))
          found.add(ordinals.get(element) as number)
      } catch {}
    return found
  }
  const excluded = select(filter.exclude)
  return filter.include.length > 0 ? { included: select(filter.include), excluded } : { excluded }
}

function buildTree(html: string): { document: Document; ordinals: Map<Element, number> } {
  const document = new Document([])
  const ordinals = new Map<Element, number>()
  const open: ParentNode[] = [document]
  const append = (node: ChildNode) => {
    const parent = open.at(-1) as ParentNode
    const last = parent.children.at(-1)
    node.parent = parent
    if (last) {
      last.next = node
      node.prev = last
    }
    parent.children.push(node)
  }
  walkHtml(html, {
    open(name, attributes, ordinal) {
      const element = new Element(name, Object.fromEntries(attributes))
      append(element)
      ordinals.set(element, ordinal)
      open.push(element)
    },
    close() {
      open.pop()
    },
    text(text) {
      append(new Text(text))
    },
  })
  return { document, ordinals }
}
