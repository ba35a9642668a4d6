/** Attributes that extraction reads. */
export const extractedAttributes = new Set(
  'href hidden aria-hidden style role class id itemprop rel content name src lang open http-equiv width height data-src data-original type title'.split(
    ' ',
  ),
)

const frameRoles = new Set(
  'navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tooltip'.split(' '),
)
/** Names that pages give to elements around their content; `has-sidebar` names a layout, not a sidebar. */
export const frameName =
  /^(?!(?:has|with|no|is|without)[-_])(?:[a-z0-9]+[-_]+)*(?:nav|navbar|navigation|menu|menubar|sidebar|footer|breadcrumbs?|masthead|topbar|cookies?|consent|cookie-?banner|pager|pagination|skip-?link)$/i

/** Links in the headings of a wiki, which lead to its editor and number the sections. */
const editLinks = /(?:^|\s)(?:mw-)?editsection(?:\s|$)/

export function isHidden(name: string, attributes: Map<string, string>): boolean {
  if (attributes.size === 0) return name === 'dialog'
  if (attributes.has('hidden') && attributes.get('hidden') !== 'until-found') return true
  if (name === 'dialog' && !attributes.has('open')) return true
  if (name === 'span' && editLinks.test(attributes.get('class') ?? '')) return true
  const style = attributes.get('style')
  return style !== undefined && /display\s*:\s*none/i.test(style)
}

/** Whether an element keeps its space and is not drawn. Some pages show their whole text by script. */
export function isInvisible(attributes: Map<string, string>): boolean {
  const style = attributes.get('style')
  return style !== undefined && /visibility\s*:\s*hidden/i.test(style)
}

/** Whether an element surrounds the body by its kind or role, whatever its names are. */
export function isFrame(name: string, attributes: Map<string, string>): boolean {
  if (name === 'nav' || name === 'aside' || name === 'select') return true
  const role = attributes.get('role')
  return role !== undefined && name !== 'body' && name !== 'html' && frameRoles.has(role)
}
