import { Parser } from 'htmlparser2'
import { cssAssets, type SheetText } from './asset-css.ts'
import { chooseCandidate } from './asset-srcset.ts'
import { type AssetRef, assetUrl } from './asset-url.ts'

type Attributes = Record<string, string>

/** A stylesheet of a page in the order of the cascade: linked, or part of the page. */
export type PageSheet = { media: string } & ({ url: string } | { css: string })

/** The parts of a page that determine its appearance apart from its elements. */
export type PageFrame = {
  base: string
  html: Attributes
  body: Attributes
  sheets: PageSheet[]
}

const mostSheets = 300

/** Reads the frame of a page and reports each element to `visit`, except those that no reader sees. */
export function readFrame(
  html: string,
  url: string,
  visit: (name: string, attributes: Attributes, base: string) => void = () => {},
): PageFrame {
  const frame: PageFrame = { base: url, html: {}, body: {}, sheets: [] }
  let [hasBase, hidden, drawings] = [false, 0, 0]
  let style: { media: string; css: string } | null = null
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (unseen.test(name)) hidden += 1
        if (name === 'svg') drawings += 1
        // The styles of a drawing apply to the whole page.
        if (hidden > 0 || (drawings > 0 && name !== 'style')) return
        if (name === 'html' || name === 'body') frame[name] = { ...attributes, ...frame[name] }
        else if (name === 'base' && !hasBase && attributes.href !== undefined) {
          hasBase = true
          frame.base = URL.parse(attributes.href, url)?.href ?? url
        } else if (name === 'link') {
          const sheet = linkedSheet(attributes, frame.base)
          if (sheet && frame.sheets.length < mostSheets) frame.sheets.push(sheet)
        } else if (name === 'style' && isCss(attributes.type)) style = { media: attributes.media ?? '', css: '' }
        visit(name, attributes, frame.base)
      },
      ontext(text) {
        if (style) style.css += text
      },
      onclosetag(name) {
        if (unseen.test(name)) hidden = Math.max(0, hidden - 1)
        if (name === 'svg') drawings = Math.max(0, drawings - 1)
        if (name !== 'style' || !style) return
        if (frame.sheets.length < mostSheets) frame.sheets.push(style)
        style = null
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return frame
}

const unseen = /^(?:noscript|template|iframe|object|math)$/
const isCss = (type: string | undefined) => type === undefined || /^\s*(?:text\/css)?\s*(?:;|$)/i.test(type)

/** Sheets that a script switches on after loading (`preload`, `media="print"` until `onload`) count as switched on. */
function linkedSheet(attributes: Attributes, base: string): PageSheet | null {
  const rel = (attributes.rel ?? '').toLowerCase().split(/\s+/)
  const isLate = /stylesheet|media/i.test(attributes.onload ?? '')
  const isSheet = rel.includes('stylesheet') || (rel.includes('preload') && attributes.as === 'style' && isLate)
  if (!isSheet || rel.includes('alternate') || attributes.disabled !== undefined || !isCss(attributes.type)) return null
  const media = (attributes.media ?? '').trim()
  const isPrint = /^(?:only\s+)?print$/i.test(media)
  if (isPrint && !isLate) return null
  const url = assetUrl(attributes.href, base)
  return url ? { url, media: isPrint ? '' : media } : null
}

/** The address of a picture as the browser would choose it; pictures loaded by a script have it in another attribute. */
export function pictureAddress(attributes: Attributes): string | undefined {
  const lazy = attributes['data-src'] ?? attributes['data-original'] ?? attributes['data-lazy-src']
  const set = attributes['data-srcset'] ?? attributes.srcset
  return (set && chooseCandidate(set)) || lazy || attributes.src
}

/** Files that a page shows: stylesheets first, fonts last, each once. Those of linked stylesheets are not among them. */
export function pageAssets(html: string, url: string): AssetRef[] {
  const found: AssetRef[] = []
  const add = (raw: string | undefined, base: string) => {
    const address = assetUrl(raw, base)
    if (address) found.push({ url: address, kind: 'picture' })
  }
  const frame = readFrame(html, url, (name, attributes, base) => {
    if (name === 'img') add(pictureAddress(attributes), base)
    else if (name === 'source' && (attributes.srcset ?? attributes['data-srcset']))
      add(chooseCandidate(attributes['data-srcset'] ?? attributes.srcset ?? '') ?? undefined, base)
    else if (name === 'input' && attributes.type?.toLowerCase() === 'image') add(attributes.src, base)
    if (attributes.background !== undefined) add(attributes.background, base)
    if (attributes.style !== undefined && /url|image/i.test(attributes.style))
      found.push(...cssAssets({ css: attributes.style, base }, 'declarationList'))
  })
  for (const sheet of frame.sheets) {
    if ('url' in sheet) found.push({ url: sheet.url, kind: 'style' })
    else found.push(...cssAssets({ css: sheet.css, base: frame.base }))
  }
  return inOrder(found)
}

/** Files of a fetched stylesheet. */
export function sheetAssets(sheet: SheetText): AssetRef[] {
  return inOrder(cssAssets(sheet))
}

function inOrder(found: readonly AssetRef[]): AssetRef[] {
  const each = [...new Map(found.map(ref => [ref.url, ref])).values()]
  return (['style', 'picture', 'font'] as const).flatMap(kind => each.filter(ref => ref.kind === kind))
}
