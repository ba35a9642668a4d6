import { type BilingualText, bilingual } from '#contract/bilingual.ts'
import type { Locale } from '#contract/error.ts'

/** Labels that the component library writes in English in every language. */
const labels: Record<string, BilingualText> = {
  'Increase Value': bilingual('增加', 'Increase'),
  'Decrease Value': bilingual('减少', 'Decrease'),
  'close-circle': bilingual('清除', 'Clear'),
  close: bilingual('关闭', 'Close'),
  Close: bilingual('关闭', 'Close'),
  Clear: bilingual('清除', 'Clear'),
  ellipsis: bilingual('更多', 'More'),
  eye: bilingual('显示', 'Show'),
  'eye-invisible': bilingual('隐藏', 'Hide'),
  delete: bilingual('删除', 'Delete'),
  left: bilingual('上一页', 'Previous'),
  right: bilingual('下一页', 'Next'),
  'double-left': bilingual('向前翻多页', 'Several pages back'),
  'double-right': bilingual('向后翻多页', 'Several pages on'),
  search: bilingual('搜索', 'Search'),
}
/**
 * Maps every translation to its key: icons that were relabelled must be recognised again, because the document is
 * watched and the language can change.
 */
const keys = new Map(
  Object.entries(labels).flatMap(([key, texts]) => [key, ...Object.values(texts)].map(name => [name, key])),
)
const icon = '.anticon[aria-label]'
const labelledSelector = [icon, ...Object.keys(labels).map(name => `[aria-label="${name}"]`)].join(', ')
/** Controls are named by their content; next to text the icon is decoration. */
const controlSelector = 'button, [role="button"], a, [tabindex]'

/**
 * Labels a control of the library in the user's language. A purely decorative icon is hidden from assistive technology.
 */
function relabel(element: Element, locale: Locale): void {
  const name = element.getAttribute('aria-label') ?? ''
  const isIcon = element.matches(icon)
  const words = labels[isIcon ? (keys.get(name) ?? name) : name]?.[locale]
  if (!isIcon) {
    // Written only if it differs: the document is watched, so each write triggers another call.
    if (words && words !== name) element.setAttribute('aria-label', words)
    return
  }
  const control = element.closest(controlSelector)
  const isNamed = !control || control.hasAttribute('aria-label') || control.textContent?.trim() !== ''
  if (!isNamed || (words && control === element)) {
    // An unknown icon still names its button, if only in English.
    if (words && words !== name) element.setAttribute('aria-label', words)
    return
  }
  element.removeAttribute('aria-label')
  element.removeAttribute('role')
  element.setAttribute('aria-hidden', 'true')
}

/** Watches the document, because the library renders these labels in many places and has no setting for them. */
export function watchComponentLabels(locale: () => Locale, root: HTMLElement = document.body): () => void {
  const relabelIn = (element: Element) => {
    if (element.matches(labelledSelector)) relabel(element, locale())
    for (const each of element.querySelectorAll(labelledSelector)) relabel(each, locale())
  }
  relabelIn(root)
  const observer = new MutationObserver(records => {
    for (const { target, addedNodes, type } of records) {
      if (type === 'attributes') relabelIn(target as Element)
      for (const node of addedNodes) if (node instanceof Element) relabelIn(node)
    }
  })
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-label'] })
  return () => observer.disconnect()
}
