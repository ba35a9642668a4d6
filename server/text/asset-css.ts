import type { CssNode, List, ListItem, ParseOptions } from 'css-tree'
import { lazyRequire } from '#server/platform/process/lazy-require.ts'
import { type AssetKind, type AssetRef, assetUrl, isInline } from './asset-url.ts'

const library = lazyRequire<typeof import('css-tree')>('css-tree')

const parsing: ParseOptions = { parseCustomProperty: true }
/** Rules that change how a page looks; all others are removed, as they could load something or mean nothing. */
const allowedRules =
  /^(?:-(?:webkit|moz|o)-)?(?:media|supports|font-face|keyframes|layer|container|page|property|counter-style|scope|starting-style)$/i
/** Text that the parser did not understand is removed if it could name an address. */
const suspicious = /url|image|src|expression|behaviou?r|binding|import|\\/i
const mostImports = 4

/** The content of a stylesheet, and the address to which its own addresses are relative. */
export type SheetText = { css: string; base: string }

/**
 * Returns the replacement of an address, and the stylesheets to import. `left`: characters that may still be written;
 * `cutSheets`: stylesheets that were left out as they exceed it.
 */
export type CssPlaces = {
  place(url: string, kind: AssetKind): string | null
  sheet(url: string): SheetText | null
  left: number
  cutSheets: number
}

/** Addresses of a stylesheet: imported sheets, pictures, and one font of each face. */
export function cssAssets(
  { css, base }: SheetText,
  context: 'stylesheet' | 'declarationList' = 'stylesheet',
): AssetRef[] {
  const { walk } = library()
  const found: AssetRef[] = []
  const ast = parse(css, context)
  if (!ast) return []
  const add = (raw: string, kind: AssetKind) => {
    const url = assetUrl(raw, base)
    if (url) found.push({ url, kind })
  }
  try {
    walk(ast, function (node) {
      if (node.type === 'Atrule' && nameOf(node) === 'import') {
        const raw = importedAddress(node)
        if (raw !== null) add(raw, 'style')
      } else if (node.type === 'Atrule' && nameOf(node) === 'font-face') {
        const font = chooseFont(addressesIn(node))
        if (font) add(font, 'font')
      } else if (node.type === 'Url' && !isIn(this.atrule, 'import') && !isIn(this.atrule, 'font-face'))
        add(node.value, 'picture')
      else if (node.type === 'Function' && isImageSet(node.name))
        for (const child of node.children) if (child.type === 'String') add(child.value, 'picture')
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return found
}

/** A stylesheet that loads nothing: its addresses are replaced, imported sheets are part of it. */
export function rewriteSheet(sheet: SheetText, places: CssPlaces, above: readonly string[] = []): string {
  if (places.left <= 0) return cutSheet(places)
  const ast = parse(sheet.css, 'stylesheet')
  if (!ast) return ''
  const { generate } = library()
  try {
    const imported: string[] = []
    rewrite(ast, sheet.base, places, node => {
      const url = assetUrl(importedAddress(node) ?? undefined, sheet.base)
      const next = url && above.length < mostImports && !above.includes(url) ? places.sheet(url) : null
      if (url && next) imported.push(conditional(node, rewriteSheet(next, places, [...above, url])))
    })
    const own = escapeMarkup(generate(ast))
    places.left -= own.length
    return places.left < 0 ? cutSheet(places) : [...imported, own].join('\n')
  } catch (error) {
    // Nested deeper than the parser can follow.
    if (error instanceof RangeError) return ''
    throw error
  }
}

function cutSheet(places: CssPlaces): '' {
  places.cutSheets += 1
  return ''
}

/** The value of a `style` attribute that loads nothing. */
export function rewriteDeclarations(css: string, base: string, places: CssPlaces): string {
  const ast = parse(css, 'declarationList')
  if (!ast) return ''
  try {
    rewrite(ast, base, places, () => {})
    return library().generate(ast)
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

function parse(css: string, context: string): CssNode | null {
  try {
    return library().parse(css, { ...parsing, context })
  } catch {
    return null
  }
}

type AtruleNode = Extract<CssNode, { type: 'Atrule' }>

function rewrite(ast: CssNode, base: string, places: CssPlaces, onImport: (node: AtruleNode) => void): void {
  library().walk(ast, function (node, item: ListItem<CssNode>, list: List<CssNode>) {
    const remove = () => list?.remove(item)
    if (node.type === 'Atrule') {
      if (nameOf(node) === 'import') onImport(node)
      const isUnclear = node.prelude?.type === 'Raw' && suspicious.test(node.prelude.value)
      if (!allowedRules.test(node.name) || isUnclear) remove()
    } else if (node.type === 'Raw') {
      // Directly in a sheet or a block, it is something that was not understood.
      if (list) remove()
    } else if (node.type === 'Comment') remove()
    else if (node.type === 'Declaration') {
      if (/^(?:behavior|-moz-binding)$/i.test(node.property)) remove()
      else if (node.value.type === 'Raw' && suspicious.test(node.value.value)) remove()
      else if (hasExpression(node.value)) remove()
    } else if (node.type === 'Url') {
      const kind = isIn(this.atrule, 'font-face') ? 'font' : 'picture'
      node.value = replacement(node.value, kind, base, places)
    } else if (node.type === 'Function' && isImageSet(node.name))
      for (const child of node.children)
        if (child.type === 'String') child.value = replacement(child.value, 'picture', base, places)
  })
}

/** An empty address: the browser takes it as a file that failed to load. */
export const nothing = 'data:,'

function replacement(raw: string, kind: AssetKind, base: string, places: CssPlaces): string {
  // A part of the same page, as a filter or a mask.
  if (/^#[\w-]+$/.test(raw.trim())) return raw.trim()
  if (isInline(raw, kind)) return raw.trim()
  const url = assetUrl(raw, base)
  return (url && places.place(url, kind)) || nothing
}

const nameOf = (node: AtruleNode) => node.name.toLowerCase()
const isIn = (node: AtruleNode | null, name: string) => node !== null && nameOf(node) === name
/** Functions whose strings are addresses. */
const isImageSet = (name: string) => /^(?:(?:-webkit-)?image-set|image|src)$/i.test(name)

function hasExpression(value: CssNode): boolean {
  return library().find(value, node => node.type === 'Function' && /^expression$/i.test(node.name)) !== null
}

function addressesIn(node: CssNode): string[] {
  return library()
    .findAll(node, each => each.type === 'Url')
    .flatMap(each => (each.type === 'Url' ? [each.value] : []))
}

/** Every browser of today reads the newest format; older ones follow it in the list. */
function chooseFont(addresses: readonly string[]): string | undefined {
  const of = (ending: RegExp) => addresses.find(raw => ending.test(raw))
  return (
    of(/\.woff2(?:[?#]|$)/i) ?? of(/\.woff(?:[?#]|$)/i) ?? addresses.find(raw => !/\.(?:eot|svg)(?:[?#]|$)/i.test(raw))
  )
}

function importedAddress({ prelude }: AtruleNode): string | null {
  const first = prelude?.type === 'AtrulePrelude' ? prelude.children.first : null
  return first?.type === 'Url' || first?.type === 'String' ? first.value : null
}

/** The imported rules within the layer, support condition and media query of their `@import`. */
function conditional({ prelude }: AtruleNode, css: string): string {
  const { generate } = library()
  const rest = prelude?.type === 'AtrulePrelude' ? prelude.children.toArray().slice(1) : []
  let text = css
  for (const node of rest.toReversed()) {
    const condition = escapeMarkup(generate(node))
    if (condition.trim() === '') continue
    if (/^layer(?:\(|$)/i.test(condition)) text = `@layer ${condition.replace(/^layer\(?|\)$/gi, '')}{${text}}`
    else if (/^supports\(/i.test(condition)) text = `@supports ${condition.slice('supports'.length)}{${text}}`
    else text = `@media ${condition}{${text}}`
  }
  return text
}

/** No text of a stylesheet may end the element that contains it; `\3c ` is the same character in CSS. */
function escapeMarkup(css: string): string {
  return css.replaceAll(/<(?=[/!?a-z])/gi, '\\3c ')
}
