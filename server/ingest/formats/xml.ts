import { Parser } from 'htmlparser2'

/** An element: its own text, its attributes, and its children by name in their order; names have no prefixes. */
export type XmlElement = {
  text: string
  attributes: Readonly<Record<string, string>>
  children: Map<string, XmlElement[]>
}

/** `null`: the element is larger or deeper than any entry of a list. */
type XmlEntry = { name: string; element: XmlElement | null }

const mostDepth = 12
const mostDepthOfAll = 100
const mostCharacters = 1_000_000
/** Size of an element in the limit, in characters. */
const elementCharacters = 40
/** Limit for input without a parser event: the parser buffers an unterminated comment, tag or attribute. */
const mostWithoutEvent = 4_194_304

/**
 * The text is no XML or is cut off (`end`), is nested too deeply, contains a tag that is too large, or declares its own
 * entities.
 */
export class XmlFault extends Error {
  readonly why: 'end' | 'depth' | 'size' | 'entities'
  constructor(why: XmlFault['why']) {
    super(why)
    this.why = why
  }
}

type Options = { refusesEntities?: boolean }

/**
 * Yields elements of these names one at a time, without holding the whole document in memory. Entities that a document
 * declares are not expanded; nothing outside it is loaded.
 */
export async function* elementsIn(
  chunks: AsyncIterable<string>,
  names: readonly string[],
  { refusesEntities = false }: Options = {},
): AsyncGenerator<XmlEntry> {
  let ready: XmlEntry[] = []
  const open: { name: string; element: XmlElement }[] = []
  let [characters, depth, sinceEvent, isLarge] = [0, 0, 0, false]
  const count = (length: number) => {
    characters += length
    if (characters > mostCharacters || open.length > mostDepth) isLarge = true
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        sinceEvent = 0
        depth += 1
        if (depth > mostDepthOfAll) throw new XmlFault('depth')
        const local = localOf(name)
        if (open.length === 0 && !names.includes(local)) return
        if (open.length === 0) [characters, isLarge] = [0, false]
        const own = Object.entries(attributes).map(([key, value]) => [localOf(key), value] as const)
        open.push({ name: local, element: { text: '', attributes: Object.fromEntries(own), children: new Map() } })
        count(elementCharacters + own.reduce((sum, [key, value]) => sum + key.length + value.length, 0))
      },
      ontext(text) {
        sinceEvent = 0
        const inner = open.at(-1)
        if (!inner) return
        count(text.length)
        if (!isLarge) inner.element.text += text
      },
      onclosetag(name) {
        sinceEvent = 0
        depth -= 1
        if (open.at(-1)?.name !== localOf(name)) return
        const done = open.pop()!
        const outer = open.at(-1)
        if (!outer) ready.push(isLarge ? { name: done.name, element: null } : done)
        else if (!isLarge) add(outer.element.children, done.name, done.element)
      },
      oncomment() {
        sinceEvent = 0
      },
      onprocessinginstruction(_name, data) {
        sinceEvent = 0
        if (refusesEntities && /!ENTITY/i.test(data)) throw new XmlFault('entities')
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for await (const chunk of chunks) {
    sinceEvent += chunk.length
    parser.write(chunk)
    if (sinceEvent > mostWithoutEvent) throw new XmlFault('size')
    const all = ready
    ready = []
    yield* all
  }
  // An element that is still open was cut off.
  if (depth > 0) throw new XmlFault('end')
  parser.end()
  yield* ready
}

const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

function add(children: Map<string, XmlElement[]>, name: string, element: XmlElement): void {
  const before = children.get(name)
  if (before) before.push(element)
  else children.set(name, [element])
}

/** Non-empty texts at a path of children. */
export function textsAt(element: XmlElement, ...path: string[]): string[] {
  const [name, ...rest] = path
  if (name === undefined) return element.text.trim() === '' ? [] : [element.text.trim()]
  return (element.children.get(name) ?? []).flatMap(child => textsAt(child, ...rest))
}

export const childrenOf = (element: XmlElement, ...path: string[]): XmlElement[] =>
  path.reduce<XmlElement[]>((all, name) => all.flatMap(each => each.children.get(name) ?? []), [element])

/** The name of the first element of a document. */
export const rootOf = (start: string): string | undefined => {
  const found = /<([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)[\s/>]/.exec(start.replace(/<!--[\s\S]*?-->/g, ''))
  return found?.[2]
}
