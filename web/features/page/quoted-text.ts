/** What of a selection each of two versions says: the later one has all but what is struck, the earlier what is struck. */
export type Selected = { now: string; before: string }

/** Elements that are ours and not the page's: signs, targets of links, counts. */
const ours = '[data-ours], .visually-hidden, button, [aria-hidden=true]'
/** Elements between whose texts a reader sees a new line. */
const block = '[data-line], p, div, li'

/** The words of a selection inside an element; null where nothing of it is selected. */
export function selectedIn(area: Element, selection: Selection | null): Selected | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!area.contains(range.commonAncestorContainer)) return null
  const part = range.cloneContents()
  for (const each of part.querySelectorAll(ours)) each.remove()
  // What a long text folds away is not silently joined over.
  for (const each of part.querySelectorAll('[data-left-out]')) each.textContent = ' … '
  const holder = range.commonAncestorContainer
  const inside = holder instanceof Element ? holder : holder.parentElement
  // Within one struck passage the copy has the words alone.
  const isStruck = inside?.closest('del') !== null
  const text = (op: 'del' | 'ins') => {
    const copy = part.cloneNode(true) as DocumentFragment
    for (const each of copy.querySelectorAll(op)) each.remove()
    return linesOf(copy)
  }
  const now = isStruck ? '' : text('del')
  const before = isStruck ? linesOf(part) : [...part.querySelectorAll('del')].map(each => each.textContent).join(' ')
  return now === '' && before.trim() === '' ? null : { now, before: before.trim() }
}

function linesOf(node: DocumentFragment): string {
  let text = ''
  const walk = (each: Node) => {
    const isBlock = each instanceof Element && each.matches(block)
    if (isBlock && text !== '' && !text.endsWith('\n')) text += '\n'
    if (each.nodeType === Node.TEXT_NODE) text += each.textContent
    for (const child of each.childNodes) walk(child)
    if (isBlock && text !== '' && !text.endsWith('\n')) text += '\n'
  }
  walk(node)
  return text.trim()
}
