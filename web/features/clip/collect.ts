/** A page as its reader sees it. `unread`: frames of other sites, whose content a page may not read. */
export type CollectedPage = { url: string; title: string; selection: string; html: string; unread: number }

/**
 * Collects the visible text, with its structure, of the page that runs it: with shadow trees and frames of the same site,
 * without scripts, hidden elements and entered values. The bookmark contains the source of this function, so it uses
 * nothing outside itself.
 */
export function collectPage(page: Document): CollectedPage {
  const skipped = /^(script|style|noscript|template|link|meta|object|embed|input|textarea|canvas)$/
  const empty = /^(area|base|br|col|hr|img|source|track|wbr)$/
  const attributes = /^(href|src|alt|lang|dir|title|id|class|role|datetime|colspan|rowspan|headers|scope|aria-label)$/
  const encode = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
  let unread = 0
  let depth = 0

  function childrenOf(node: Node): Node[] {
    const element = node as Element
    if (element.localName === 'slot') {
      const assigned = (element as HTMLSlotElement).assignedNodes({ flatten: true })
      if (assigned.length > 0) return assigned
    }
    const nodes = Array.from((element.shadowRoot ?? element).childNodes)
    // Text directly in a folded element is no element, whose visibility could be read.
    if (element.localName !== 'details' || (element as HTMLDetailsElement).open) return nodes
    return nodes.filter(each => each.nodeName === 'SUMMARY').slice(0, 1)
  }

  function frame(element: HTMLIFrameElement): string {
    let inner: HTMLElement | null | undefined
    try {
      inner = element.contentDocument?.body
    } catch {
      // Another site's.
    }
    if (inner) return `<div>${childrenOf(inner).map(write).join('')}</div>`
    if (element.clientWidth > 1 && element.clientHeight > 1) unread += 1
    return ''
  }

  function write(node: Node): string {
    if (node.nodeType === 3) {
      const parent = node.parentElement
      const view = parent?.ownerDocument.defaultView
      if (parent && view && view.getComputedStyle(parent).visibility !== 'visible') return ''
      return encode(node.nodeValue ?? '')
    }
    if (node.nodeType !== 1 || depth > 400) return ''
    const element = node as HTMLElement
    const name = element.localName
    if (skipped.test(name)) return ''
    const style = element.ownerDocument.defaultView?.getComputedStyle(element)
    if (
      style?.display === 'none' ||
      (element.checkVisibility && style?.display !== 'contents' && !element.checkVisibility())
    )
      return ''
    if (name === 'svg')
      return Array.from(element.querySelectorAll('text'), text => `<p>${encode(text.textContent ?? '')}</p>`).join('')
    // The browser draws the chosen options itself.
    if (name === 'select')
      return Array.from((element as HTMLSelectElement).selectedOptions, each => ` ${encode(each.label)} `).join('')
    if (name === 'iframe' || name === 'frame') return frame(element as HTMLIFrameElement)
    depth += 1
    const tag = name === 'frameset' ? 'div' : name
    const own = Array.from(element.attributes)
      .filter(each => attributes.test(each.name))
      .map(each => {
        const value =
          each.name === 'href' || each.name === 'src'
            ? ((element as HTMLAnchorElement)[each.name as 'href'] ?? each.value)
            : each.value
        return ` ${each.name}="${encode(String(value))}"`
      })
      .join('')
    const inner = empty.test(name) ? null : childrenOf(element).map(write).join('')
    depth -= 1
    return inner === null ? `<${tag}${own}>` : `<${tag}${own}>${inner}</${tag}>`
  }

  const root = page.documentElement
  const lang = root.lang ? ` lang="${encode(root.lang)}"` : ''
  const body = page.body ? write(page.body) : ''
  const canonical = page.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
  const head = `<meta charset="utf-8"><title>${encode(page.title)}</title>${
    canonical ? `<link rel="canonical" href="${encode(canonical)}">` : ''
  }`
  return {
    url: page.location.href,
    title: page.title,
    selection: Array.from(String(page.getSelection() ?? ''))
      .slice(0, 10_000)
      .join(''),
    html: `<!doctype html><html${lang}><head>${head}</head>${body}</html>`,
    unread,
  }
}
