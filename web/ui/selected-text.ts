/**
 * The parts of a selection by version: the later one has everything except struck text, the earlier one only struck
 * text.
 */
export type SelectedText = { now: string; before: string }

/** Elements of the console, not of the page: icons, link targets, counts. */
const ours = '[data-ours], .visually-hidden, button, [aria-hidden=true]'
/** Elements that start a new line for the reader. */
const block = '[data-line], p, div, li'

/** The selected words inside an element; null if nothing of it is selected. */
export function selectedIn(area: Element, selection: Selection | null): SelectedText | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!area.contains(range.commonAncestorContainer)) return null
  const part = range.cloneContents()
  for (const each of part.querySelectorAll(ours)) each.remove()
  // A folded part of a long text becomes an ellipsis, so that its neighbours are not joined.
  for (const each of part.querySelectorAll('[data-left-out]')) each.textContent = ' … '
  const holder = range.commonAncestorContainer
  const inside = holder instanceof Element ? holder : holder.parentElement
  // Within one struck passage the copied fragment contains only its words, not the element.
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
