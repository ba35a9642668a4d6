import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { Tokenizer } from 'htmlparser2'

/**
 * Receives the parts of a page in the order of its source, with offsets into it. `attributes` contains only the wanted
 * ones.
 */
type Walker = {
  open(name: string, attributes: Map<string, string>, ordinal: number, start: number): void
  close(name: string, end: number): void
  text(text: string): void
}

const voids = new Set(
  'area base basefont br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)
const closesParagraph = new Set(
  'address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'.split(
    ' ',
  ),
)
/** An open element that ends where a sibling with one of these names begins. */
const siblings: Record<string, Set<string>> = {
  li: new Set(['li']),
  dt: new Set(['dt', 'dd']),
  dd: new Set(['dt', 'dd']),
  td: new Set(['td', 'th', 'tr', 'tbody', 'tfoot']),
  th: new Set(['td', 'th', 'tr', 'tbody', 'tfoot']),
  tr: new Set(['tr', 'tbody', 'tfoot']),
  option: new Set(['option', 'optgroup']),
  p: closesParagraph,
  head: new Set(['body']),
}
/** Deeper elements are treated as if they were at this depth, so that hostile nesting costs no more than its bytes. */
const maxDepth = 1000
const noAttributes: Map<string, string> = new Map()
/** Elements whose text has no character references. */
const rawTexts = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])

/** The private state of the tokenizer that `fastForwardTo` needs. */
type TokenizerState = { buffer: string; index: number; offset: number }

/** Searches for a character with `indexOf` instead of a loop; a test compares it with the tokenizer as published. */
class QuickTokenizer extends (Tokenizer as unknown as new (
  ...args: ConstructorParameters<typeof Tokenizer>
) => TokenizerState & Pick<Tokenizer, 'write' | 'end'>) {
  fastForwardTo(code: number): boolean {
    const found = this.buffer.indexOf(String.fromCharCode(code), this.index + 1 - this.offset)
    // `parse` adds one to the index afterwards.
    this.index = (found < 0 ? this.buffer.length - 1 : found) + this.offset
    return found >= 0
  }
}

/**
 * Walks through HTML without building a tree. The parser of htmlparser2 keeps its open elements in a list that grows at
 * the front: 100,000 nested elements take it half a minute. Its tokenizer does not have this problem. It finds the end of
 * a text several times faster if it does not decode character references, so they are decoded here.
 */
export function walkHtml(html: string, walker: Walker, wanted?: Set<string>): void {
  const stack: string[] = []
  // Closing tags without an open element are common on broken pages and must not cost a search.
  const openOf = new Map<string, number>()
  let beyond = 0
  let foreign = 0
  let ordinal = -1
  let name = ''
  let attributes = noAttributes
  let attribute = ''
  let value = ''
  let isWanted = false
  let isRaw = false
  let position = 0

  function pop(): void {
    const closed = stack.pop() as string
    openOf.set(closed, (openOf.get(closed) as number) - 1)
    if (closed === 'svg' || closed === 'math') foreign -= 1
    walker.close(closed, position)
  }
  function opened(isSelfClosing: boolean): void {
    let top = stack.at(-1)
    while (top && siblings[top]?.has(name)) {
      pop()
      top = stack.at(-1)
    }
    ordinal += 1
    walker.open(name, attributes, ordinal, position)
    attributes = noAttributes
    if (voids.has(name) || (isSelfClosing && foreign > 0)) {
      walker.close(name, position)
      return
    }
    if (stack.length >= maxDepth) {
      beyond += 1
      walker.close(name, position)
      return
    }
    if (name === 'svg' || name === 'math') foreign += 1
    stack.push(name)
    openOf.set(name, (openOf.get(name) ?? 0) + 1)
  }
  function closed(closing: string): void {
    if (voids.has(closing)) {
      if (closing === 'br') {
        walker.open('br', noAttributes, -1, position)
        walker.close('br', position)
      }
      return
    }
    if (beyond > 0) {
      beyond -= 1
      return
    }
    if (!openOf.get(closing)) return
    const at = stack.lastIndexOf(closing)
    while (stack.length > at) pop()
  }

  const tokenizer = new QuickTokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      isInForeignContext: () => foreign > 0,
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase()
        position = start - 1
        isRaw = foreign === 0 && rawTexts.has(name)
      },
      onopentagend: () => opened(false),
      onselfclosingtag: () => opened(true),
      onclosetag(start, end) {
        position = html.indexOf('>', end) + 1 || html.length
        isRaw = false
        closed(html.slice(start, end).toLowerCase())
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase()
        isWanted = wanted === undefined || wanted.has(attribute)
        value = ''
      },
      onattribdata(start, end) {
        if (isWanted) value = decodeAttribute(html.slice(start, end))
      },
      onattribentity() {},
      onattribend() {
        if (!isWanted) return
        if (attributes === noAttributes) attributes = new Map()
        if (!attributes.has(attribute)) attributes.set(attribute, value)
      },
      ontext(start, end) {
        const text = html.slice(start, end)
        walker.text(isRaw || !text.includes('&') ? text : decodeHTML(text))
      },
      ontextentity() {},
      oncdata(start, end, offset) {
        if (foreign > 0) walker.text(html.slice(start, end - offset))
      },
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  position = html.length
  while (stack.length > 0) pop()
}

function decodeAttribute(text: string): string {
  return text.includes('&') ? decodeHTMLAttribute(text) : text
}
