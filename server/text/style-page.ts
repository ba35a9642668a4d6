import type Sanitize from 'sanitize-html'
import { cutText } from '#contract/text.ts'
import { lazyRequire } from '#server/platform/process/lazy-require.ts'
import { type CssPlaces, nothing, rewriteDeclarations, rewriteSheet, type SheetText } from './asset-css.ts'
import { type PageFrame, pictureAddress, readFrame } from './asset-html.ts'
import { chooseCandidate } from './asset-srcset.ts'
import { type AssetKind, assetUrl, isInline } from './asset-url.ts'
import { escapeText, fileName, headOf, isTooDeep, linkTitle, neutralise, withoutStrayBrackets } from './neutralise.ts'
import {
  drawingAttributes,
  drawingTags,
  droppedOfDrawings,
  gradientAttributes,
  harmlessPaints,
  openDrawings,
} from './style-drawing.ts'

const library = lazyRequire<typeof Sanitize>('sanitize-html')

/** A stored file of a page; `sheet` is set for stylesheets. */
export type StoredAsset = { id: number; sheet: SheetText | null }
/** Stored files by their address. */
export type StoredAssets = Readonly<Record<string, StoredAsset>>

/**
 * A page in its own styles. Files are named by tokens that `nonce` makes unguessable for the page (`assetToken`);
 * `inline` has the pictures that the page itself contains; `cutSheets` is the number of stylesheets beyond the limit.
 */
export type StyledPage = { html: string; inline: string[]; cutSheets: number }

/** Most characters of all stylesheets together. */
const mostCss = 6_000_000

export const assetToken = (nonce: string, id: number) => `og-asset-${nonce}-${id}`
export const inlineToken = (nonce: string, at: number) => `og-asset-${nonce}-i${at}`

/**
 * Converts a stored page for display in its own styles: nothing runs, loads, submits or links elsewhere. Meant for
 * `<iframe sandbox>` under a policy that allows only inline styles and `data:` addresses.
 */
export function stylePage(html: string, url: string, assets: StoredAssets, nonce: string): StyledPage {
  const plain = withoutStrayBrackets(html)
  if (isTooDeep(plain)) return { html: neutralise(html, url), inline: [], cutSheets: 0 }
  const frame = readFrame(html, url)
  const work = openWork(plain, frame, assets, nonce)
  const body = library()(plain, options(work, url))
  const sheets = frame.sheets.map(sheet => {
    const text = 'css' in sheet ? { css: sheet.css, base: frame.base } : (assets[sheet.url]?.sheet ?? null)
    const css = text && rewriteSheet(text, work.places, 'url' in sheet ? [sheet.url] : [])
    return css ? `<style${sheet.media ? ` media="${escapeText(sheet.media)}"` : ''}>${css}</style>` : ''
  })
  const { title, language } = headOf(html, url)
  return {
    html: `<!doctype html><html${language ? ` lang="${language}"` : ''}${frameAttributes(work, frame.html)}><head><meta charset="utf-8"><title>${library()(
      title,
      { allowedTags: [] },
    )}</title>${sheets.join('')}<style>${placeholderStyle}</style></head><body${frameAttributes(work, frame.body)}>${body}</body></html>`,
    inline: work.inline,
    cutSheets: work.places.cutSheets,
  }
}

/** Pictures that were not stored are frames with their alternative text. */
const placeholderStyle =
  'img:not([src]){display:inline-block;min-width:24px;min-height:16px;max-width:100%;background:#f2f2f2;border:1px dashed #bbb;font-size:12px;color:#666}'

type Attributes = Record<string, string>
type StyleWork = {
  base: string
  places: CssPlaces
  inline: string[]
  /** The token of a picture of the page; undefined if it was not stored. */
  picture(raw: string | undefined): string | undefined
  style(css: string): string
  drawings: ReturnType<typeof openDrawings>
}

function openWork(html: string, frame: PageFrame, assets: StoredAssets, nonce: string): StyleWork {
  const inline: string[] = []
  const places: CssPlaces = {
    place: url => (assets[url] ? assetToken(nonce, assets[url].id) : null),
    sheet: url => assets[url]?.sheet ?? null,
    left: mostCss,
    cutSheets: 0,
  }
  const styles = new Map<string, string>()
  return {
    base: frame.base,
    places,
    inline,
    drawings: openDrawings(html),
    picture(raw) {
      if (raw === undefined) return undefined
      if (isInline(raw, 'picture')) return inlineToken(nonce, inline.push(raw.trim()) - 1)
      const url = assetUrl(raw, frame.base)
      return (url && places.place(url, 'picture' satisfies AssetKind)) || undefined
    },
    style(css) {
      if (!/url|image|src|expression|behaviou?r|binding|\\|@|<|\/\*/i.test(css)) return css
      const known = styles.get(css)
      if (known !== undefined) return known
      const harmless = css.length > mostStyle ? '' : rewriteDeclarations(css, frame.base, places)
      styles.set(css, harmless)
      return harmless
    },
  }
}

const mostStyle = 20_000
const mostData = 200

const tags =
  `a abbr address article aside b bdi bdo big blockquote br button caption center cite code col colgroup data dd del
  details dfn dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins
  kbd label legend li main mark menu nav nobr ol p picture pre q rp rt ruby s samp search section small source span strike
  strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(/\s+/)

/** Removed with their content; other unknown elements keep their text. */
const droppedElements =
  `applet audio canvas embed frame frameset iframe math noembed noframes noscript object option plaintext script
  select style template textarea title video xmp`.split(/\s+/)

const sizes = ['width', 'height', 'align', 'valign', 'bgcolor', 'background']

function options(work: StyleWork, url: string): Sanitize.IOptions {
  const rename = (tagName: string, attribs: Attributes) => ({ tagName, attribs })
  return {
    allowedTags: [...tags, ...drawingTags],
    nonTextTags: [...droppedElements, ...droppedOfDrawings],
    allowedAttributes: {
      '*': ['lang', 'dir', 'title', 'style', 'class', 'id', 'hidden', 'role', 'aria-*', 'data-*', ...sizes],
      a: ['rel', 'href', 'tabindex'],
      img: ['alt', 'src', 'border', 'hspace', 'vspace'],
      source: ['media', 'srcset', 'type'],
      input: ['type', 'value', 'placeholder', 'size', 'checked', 'tabindex'],
      button: ['type', 'tabindex'],
      table: ['border', 'cellpadding', 'cellspacing', 'bordercolor', 'rules', 'frame'],
      tr: ['bordercolor'],
      td: ['colspan', 'rowspan', 'nowrap', 'bordercolor'],
      th: ['colspan', 'rowspan', 'nowrap', 'scope', 'bordercolor'],
      col: ['span'],
      colgroup: ['span'],
      ol: ['start', 'reversed', 'type'],
      ul: ['type'],
      li: ['value', 'type'],
      hr: ['size', 'color', 'noshade'],
      time: ['datetime'],
      details: ['open'],
      font: ['color', 'size', 'face'],
      ...drawingAttributes,
    },
    allowedSchemes: [],
    parseStyleAttributes: false,
    nestingLimit: 250,
    transformTags: {
      // A link keeps its look with an address; the sandbox blocks it, and it is no stop of the keyboard.
      a: (tagName, attribs) => {
        const { href, ...rest } = attribs
        if (href === undefined) return rename(tagName, rest)
        return rename(tagName, { ...rest, ...linkTitle(href, url), href: '#', tabindex: '-1', rel: 'noreferrer' })
      },
      img: (tagName, attribs) => rename(tagName, picture(work, attribs, pictureAddress(attribs))),
      source: (tagName, { srcset, 'data-srcset': late, media, type }) => {
        const token = work.picture(chooseCandidate(late ?? srcset ?? '') ?? undefined)
        return rename(tagName, token ? { ...(media && { media }), ...(type && { type }), srcset: token } : {})
      },
      input: (tagName, attribs) => {
        const type = (attribs.type ?? 'text').toLowerCase()
        if (type === 'image') return rename('img', picture(work, attribs, attribs.src))
        return rename(tagName, { ...attribs, type: inputTypes.test(type) ? type : 'text', tabindex: '-1' })
      },
      button: (tagName, attribs) => rename(tagName, { ...attribs, type: 'button', tabindex: '-1' }),
      use: (tagName, attribs) => rename(tagName, work.drawings.use(attribs)),
      linearGradient: (tagName, attribs) => rename(tagName, gradientAttributes(attribs)),
      radialGradient: (tagName, attribs) => rename(tagName, gradientAttributes(attribs)),
      '*': (tagName, attribs) => rename(tagName, ownAttributes(work, attribs)),
    },
  }
}

const inputTypes = /^(?:text|search|submit|button|reset|checkbox|radio|hidden|email|tel|url|number)$/

function picture(work: StyleWork, { src: _src, srcset: _srcset, alt, ...rest }: Attributes, raw: string | undefined) {
  const token = work.picture(raw)
  const text = cutText(alt ?? '', 1_000)
  return { ...rest, alt: text || (token ? '' : fileName(raw)), ...(token && { src: token }) }
}

/** Styles and backgrounds that load nothing; long `data-` values are of no use to a style. */
function ownAttributes(work: StyleWork, attributes: Attributes): Attributes {
  const { style, background, ...rest } = harmlessPaints(attributes)
  for (const [name, value] of Object.entries(rest))
    if (name.startsWith('data-') && value.length > mostData) delete rest[name]
  const token = background === undefined ? undefined : work.picture(background)
  return { ...rest, ...(style !== undefined && { style: work.style(style) }), ...(token && { background: token }) }
}

const frameNames = /^(?:class|id|style|dir|bgcolor|background|text|data-[\w-]+)$/

function frameAttributes(work: StyleWork, attributes: Attributes): string {
  return Object.entries(ownAttributes(work, attributes))
    .filter(([name, value]) => frameNames.test(name) && value !== '' && value !== nothing)
    .map(([name, value]) => ` ${name}="${escapeText(value)}"`)
    .join('')
}
