import type Sanitize from 'sanitize-html'
import { cutText } from '#contract/text.ts'
import { lazyRequire } from '#server/platform/process/lazy-require.ts'

const library = lazyRequire<typeof Sanitize>('sanitize-html')

/**
 * Converts a stored page for display: text, headings, lists and tables stay, and nothing runs, loads, submits or links
 * elsewhere. Meant for `<iframe sandbox>` under a policy that allows only inline styles.
 */
export function neutralise(html: string, url: string): string {
  const { title, language } = headOf(html, url)
  const plain = withoutStrayBrackets(html)
  const body = isTooDeep(plain) ? `<pre>${textOf(plain)}</pre>` : library()(plain, options(url))
  return `<!doctype html><html${language ? ` lang="${language}"` : ''}><head><meta charset="utf-8"><title>${library()(
    title,
    { allowedTags: [] },
  )}</title><style>${pageStyle}</style></head><body>${body}</body></html>`
}

/** The title and the language of a page. */
export function headOf(html: string, url: string): { title: string; language: string | undefined } {
  const head = html.slice(0, 100_000)
  return {
    title: /<title[^>]{0,200}>([^<]{0,500})/i.exec(head)?.[1] ?? url,
    language: /<html[^>]{0,500}?\slang\s{0,3}=\s{0,3}["']?([a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3})\b/i.exec(head)?.[1],
  }
}

/** A bracket that opens no tag is text; a page with millions of them would take the library seconds. */
export function withoutStrayBrackets(html: string): string {
  return html.replaceAll(/<(?![a-z/!?])/gi, '&lt;')
}

/** Text for an attribute in quotes. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const pageStyle = `body{font:15px/1.6 system-ui,sans-serif;color:#222;background:#fff;margin:16px;overflow-wrap:anywhere}
table{border-collapse:collapse}td,th{border:1px solid #ddd;padding:2px 6px}a{color:#06c;text-decoration:underline}
img{display:inline-block;min-width:24px;min-height:16px;max-width:100%;background:#f2f2f2;border:1px dashed #bbb;font-size:12px;color:#666}`

const tags =
  `a abbr address article aside b bdi bdo big blockquote br button caption center cite code col colgroup data dd del
  details dfn dialog div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd label
  legend li main mark menu nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td
  tfoot th thead time tr tt u ul var wbr`.split(/\s+/)

/** Removed with their content; other unknown elements keep their text. */
const droppedElements =
  `applet audio canvas embed frame frameset iframe math noembed noframes noscript object option plaintext script
  select style svg template textarea title video xmp`.split(/\s+/)

function options(url: string): Sanitize.IOptions {
  return {
    allowedTags: tags,
    nonTextTags: droppedElements,
    allowedAttributes: {
      '*': ['lang', 'dir', 'title', 'style'],
      img: ['alt', 'width', 'height'],
      a: ['rel'],
      td: ['colspan', 'rowspan', 'align', 'valign'],
      th: ['colspan', 'rowspan', 'align', 'valign', 'scope'],
      col: ['span'],
      colgroup: ['span'],
      ol: ['start', 'reversed', 'type'],
      li: ['value'],
      time: ['datetime'],
      details: ['open'],
      font: ['color', 'size'],
    },
    allowedSchemes: [],
    // Styles are reduced to harmless ones before this library sees them; its own parser takes ten times as long.
    parseStyleAttributes: false,
    nestingLimit: 250,
    transformTags: {
      a: (tagName, attribs) => ({
        tagName,
        attribs: { ...safeAttributes(attribs), ...linkTitle(attribs.href, url), rel: 'noreferrer' },
      }),
      img: (tagName, attribs) => ({
        tagName,
        attribs: {
          ...safeAttributes(attribs),
          ...sizes(attribs),
          alt: cutText(attribs.alt ?? '', 1_000) || fileName(attribs.src),
        },
      }),
      button: (_, attribs) => ({ tagName: 'span', attribs: safeAttributes(attribs) }),
      dialog: (_, attribs) => ({ tagName: 'div', attribs: safeAttributes(attribs) }),
      '*': (tagName, attribs) => ({
        tagName,
        attribs: attribs.style === undefined ? attribs : { ...attribs, ...styleOf(attribs.style) },
      }),
    },
  }
}

type Attributes = Record<string, string>

function safeAttributes({ title, lang, dir, style }: Attributes): Attributes {
  return {
    ...(title !== undefined && { title }),
    ...(lang !== undefined && { lang }),
    ...(dir !== undefined && { dir }),
    ...(style !== undefined && styleOf(style)),
  }
}

/** The link's target as a tooltip, to be read but not followed. */
export function linkTitle(href: string | undefined, url: string): Attributes {
  if (!href || href.length > 2_000 || !URL.canParse(href, url)) return {}
  const target = new URL(href, url)
  return /^https?:$/.test(target.protocol) ? { title: target.href } : {}
}

function sizes({ width, height }: Attributes): Attributes {
  const isSize = (text: string | undefined) => text !== undefined && /^\d{1,4}$/.test(text)
  return { ...(isSize(width) && { width: `${width}` }), ...(isSize(height) && { height: `${height}` }) }
}

export function fileName(src: string | undefined): string {
  if (!src || src.startsWith('data:')) return '▢'
  return src.slice(0, 1_000).split(/[?#]/)[0]?.split('/').at(-1)?.slice(0, 100) || '▢'
}

const styleNames =
  /^(color|background-color|font-weight|font-style|text-align|text-decoration|text-indent|vertical-align|white-space|list-style-type|direction|display|float|clear|(margin|padding)(-(left|right|top|bottom))?)$/

/** Declarations that change the appearance of text but can neither load nor cover anything. */
function styleOf(style: string): Attributes {
  const declarations = style.length > 2_000 ? [] : style.split(';')
  const harmless = declarations.filter(declaration => {
    const [name = '', value = ''] = declaration.split(':')
    return declaration.split(':').length === 2 && styleNames.test(name.trim().toLowerCase()) && isPlain(value)
  })
  return { style: harmless.map(declaration => declaration.trim()).join(';') }
}

function isPlain(value: string): boolean {
  return /^[\w\s#.,%!+-]{1,60}$/.test(value) || /^\s*rgba?\([\d\s.,%/]{1,40}\)\s*$/.test(value)
}

/**
 * Whether elements are nested so deep that the library's time would grow quadratically; no browser shows them either.
 */
export function isTooDeep(html: string): boolean {
  let depth = 0
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (closedByParser.test(name ?? '')) continue
    depth = slash ? Math.max(0, depth - 1) : depth + 1
    if (depth > 10_000) return true
  }
  return false
}

/** Empty elements, and those that need no end tag. */
const closedByParser =
  /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|optgroup|rt|rp)$/i

/** All text outside tags. Without any bracket left, the result is plain text. */
function textOf(html: string): string {
  return html
    .split('<')
    .map(part => part.slice(part.indexOf('>') + 1))
    .join(' ')
}
