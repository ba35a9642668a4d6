import type { PageBlock } from './extract-block.ts'
import { type Hint, hintOf } from './extract-hints.ts'

/** A block before its part is known. `linkedChars`: characters of its text inside links to other addresses. */
export type Draft = PageBlock & { isInMain: boolean; isVeiled: boolean; linkedChars: number }

/** An element that borders blocks. `from` and `to`: the range of the drafts inside it, `to` excluded. */
export type OutlineElement = { name: string; hint: Hint; from: number; to: number }
type OpenElement = OutlineElement & { place: number; children: Map<string, number> | undefined }

/** Records the bordering elements while a page is read, each before the elements inside it. Element 0 is the document. */
export function makeOutline() {
  const root: OpenElement = { name: '', hint: null, from: 0, to: 0, place: 0, children: undefined }
  const elements: OutlineElement[] = [root]
  const open: OpenElement[] = []
  return {
    elements,
    open(name: string, attributes: Map<string, string>, drafts: number): void {
      const parent = open.at(-1) ?? root
      parent.children ??= new Map()
      const ordinal = (parent.children.get(name) ?? 0) + 1
      parent.children.set(name, ordinal)
      const place = hashStep(parent.place, name, ordinal)
      const element = { name, hint: hintOf(name, attributes), from: drafts, to: drafts, place, children: undefined }
      elements.push(element)
      open.push(element)
    },
    close(drafts: number): void {
      const element = open.pop()
      if (!element) return
      element.to = drafts
      // Elements are kept until the page is read; their counts are not needed so long.
      element.children = undefined
    },
    /** Hash of the position of the innermost open element. */
    place: (): number => (open.at(-1) ?? root).place,
  }
}

/** One step of FNV-1a for each character of the name, and one for the ordinal. */
function hashStep(parent: number, name: string, ordinal: number): number {
  let hash = parent ^ 0x811c9dc5
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return Math.imul(hash ^ ordinal, 0x01000193)
}
