import { Parser } from 'htmlparser2'

/** An element: its own text, and its children by name in their order. */
export type Element = { text: string; children: Map<string, Element[]> }

const mostDepth = 12
const mostCharacters = 1_000_000

/** What is no XML, nests too deep or holds an element that is too large. */
export class XmlFault extends Error {}

/**
 * Elements of these names, one at a time, from a document that is never whole in memory. Entities that a document defines
 * itself are not expanded.
 */
export async function* elementsIn(
  chunks: AsyncIterable<string>,
  names: readonly string[],
): AsyncGenerator<{ name: string; element: Element }> {
  let ready: { name: string; element: Element }[] = []
  const open: { name: string; element: Element }[] = []
  let characters = 0
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name) {
        depth += 1
        if (open.length === 0 && !names.includes(name)) return
        if (open.length === 0) characters = 0
        if (open.length >= mostDepth) throw new XmlFault('depth')
        open.push({ name, element: { text: '', children: new Map() } })
      },
      ontext(text) {
        const inner = open.at(-1)
        if (!inner) return
        characters += text.length
        if (characters > mostCharacters) throw new XmlFault('size')
        inner.element.text += text
      },
      onclosetag(name) {
        depth -= 1
        if (open.at(-1)?.name !== name) return
        const done = open.pop()!
        const outer = open.at(-1)
        if (!outer) ready.push(done)
        else outer.element.children.set(name, [...(outer.element.children.get(name) ?? []), done.element])
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for await (const chunk of chunks) {
    parser.write(chunk)
    const all = ready
    ready = []
    yield* all
  }
  // What is still open was cut off.
  if (depth > 0) throw new XmlFault('end')
  parser.end()
  yield* ready
}

/** Texts at a path of children, without those that are empty. */
export function textsAt(element: Element, ...path: string[]): string[] {
  const [name, ...rest] = path
  if (name === undefined) return element.text.trim() === '' ? [] : [element.text.trim()]
  return (element.children.get(name) ?? []).flatMap(child => textsAt(child, ...rest))
}
