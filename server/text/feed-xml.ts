import { Parser } from 'htmlparser2'
import { cutText } from '#contract/text.ts'
import { XmlNames } from '#server/platform/files/xml-names.ts'
import { type FeedEntry, feedAddress, mostEntries, type RawFeed } from './feed-entry.ts'
import { contentOf, paragraphsOfMarkup, plainText, textOfMarkup } from './feed-text.ts'

type Field = { text: string; type: string; base: string; depth: number; name: string }
type Draft = { depth: number; fields: Map<string, Field[]>; about: string; link: string }

/** Deeper elements end the reading: htmlparser2 takes a time for each that grows with the depth. */
const mostDepth = 200
/** Characters parsed at a time, so that reading stops at the limits. */
const sliceChars = 16_384
const mostField = 400_000

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const prefixes: Record<string, string> = {
  'http://purl.org/dc/elements/1.1/': 'dc:',
  'http://purl.org/dc/terms/': 'dcterms:',
  'http://purl.org/rss/1.0/modules/content/': 'content:',
  'http://www.google.com/schemas/sitemap-news/0.9': 'news:',
  'http://rssnamespace.org/feedburner/ext/1.0': 'feedburner:',
  'http://www.w3.org/2005/Atom': 'atom:',
  'http://purl.org/atom/ns#': 'atom:',
}
const ownSpaces =
  /^(?:https?:\/\/(?:purl\.org\/rss\/1\.0\/?|purl\.org\/net\/rss1\.1#|my\.netscape\.com\/(?:rdf|publish).*|backend\.userland\.com\/.*|blogs\.law\.harvard\.edu\/.*|cyber\.(?:law\.)?harvard\.edu\/.*|(?:www\.)?rssboard\.org\/.*|www\.sitemaps\.org\/.*|www\.google\.com\/schemas\/sitemap\/.*))?$/i

const idFields = ['guid', 'atom:id', 'id']
const titleFields = ['title', 'atom:title', 'dc:title', 'news:title']
const linkFields = ['feedburner:origlink', 'link', 'loc']
const dateFields = [
  ...['pubdate', 'atom:published', 'atom:issued', 'published', 'dc:date', 'news:publication_date'],
  ...['dcterms:issued', 'dcterms:created', 'date', 'atom:created', 'atom:updated', 'atom:modified', 'dcterms:modified'],
]
const summaryFields = ['description', 'atom:summary', 'summary', 'dc:description']
/** Fields with the whole text of an entry, which may have a summary too. */
const contentFields = ['content:encoded', 'atom:content', 'content']
const wanted = new Set([idFields, titleFields, linkFields, dateFields, summaryFields, contentFields].flat())
const feedTexts = new Set(['title', 'atom:title', 'description', 'atom:subtitle', 'atom:tagline', 'language'])

/**
 * Reads RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, and site maps with titles by namespace. Entities that the file declares are
 * never expanded; elements that are not closed end with their parent.
 */
export function readXmlFeed(text: string, url: string): RawFeed {
  const names = new XmlNames()
  const stack: { name: string; base: string }[] = []
  const head = new Map<string, string>()
  const entries: FeedEntry[] = []
  let lang: string | null = null
  let draft: Draft | null = null
  let field: Field | null = null
  let isCut = false
  let isOver = false
  let isEnded = false
  let rootSpace: string | null | undefined
  let isFlushing = false

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (stack.length >= mostDepth) isCut = true
        names.enter(attributes)
        const name = nameOf(tag)
        const parent = stack.at(-1)
        const outer = parent?.base ?? url
        const base = (attributes['xml:base'] && feedAddress(attributes['xml:base'], outer)) || outer
        stack.push({ name, base })
        if (stack.length <= 2) lang ??= attributes['xml:lang']?.trim() || null
        if (field) field.text += ' '
        else if (draft) openField(draft, name, attributes, base, parent?.name ?? '')
        else if (name === 'item' || name === 'atom:entry' || name === 'url')
          draft = { depth: stack.length, fields: new Map(), about: aboutOf(attributes), link: '' }
        else if (feedTexts.has(name) && isHead(parent?.name))
          field = { text: '', type: attributes.type ?? '', base, depth: stack.length, name: `feed ${name}` }
      },
      ontext(piece) {
        if (field && field.text.length < mostField) field.text += piece
      },
      onclosetag() {
        names.leave()
        const depth = stack.length
        const closed = stack.pop()
        // Elements that are still open at the end of the text were not read to their end.
        if (isFlushing) return
        if (field && field.depth === depth) closeField(field)
        else if (field) field.text += ' '
        else if (draft && draft.depth === depth) {
          if (entries.length < mostEntries) entries.push(entryOf(draft, closed?.base ?? url))
          else isOver = true
          draft = null
        }
        if (depth === 1) isEnded = true
      },
    },
    { xmlMode: true, decodeEntities: true, recognizeSelfClosing: true },
  )
  for (let at = 0; at < text.length && !isCut && !isOver; at += sliceChars)
    parser.write(text.slice(at, at + sliceChars))
  isFlushing = true
  if (!isCut && !isOver) parser.end()
  return {
    title: head.get('title') || head.get('atom:title') || '',
    description: head.get('description') || head.get('atom:subtitle') || head.get('atom:tagline') || '',
    lang: lang ?? (head.get('language') || null),
    entries,
    broken: 0,
    isOver,
    isCut: isCut || isOver || !isEnded,
  }

  /** The address that RDF gives an item, under any prefix. */
  function aboutOf(attributes: Record<string, string>): string {
    const name = Object.keys(attributes).find(each => {
      const { namespace, local } = names.split(each, true)
      return local === 'about' && (namespace === rdf || (namespace === undefined && each === 'rdf:about'))
    })
    return name === undefined ? '' : (attributes[name] ?? '')
  }

  function nameOf(tag: string): string {
    const { namespace, local } = names.split(tag)
    const name = local.toLowerCase()
    if (stack.length === 0) rootSpace = namespace
    if (namespace === undefined) return tag.toLowerCase()
    const known = namespace === null ? undefined : prefixes[namespace]
    if (known) return known + name
    // An Atom feed without its namespace is read as Atom.
    if (namespace === null && stack[0]?.name === 'feed') return `atom:${name}`
    return namespace === null || namespace === rootSpace || ownSpaces.test(namespace) ? name : `other:${name}`
  }

  function isHead(parent: string | undefined): boolean {
    return parent === 'channel' || parent === 'atom:feed' || parent === 'feed'
  }

  /** Fields are children of the entry; those of site maps are one level deeper. */
  function openField(of: Draft, name: string, attributes: Record<string, string>, base: string, parent: string): void {
    if (stack.length !== of.depth + 1 && parent !== 'news:news') return
    if (name === 'atom:link' || (name === 'link' && attributes.href !== undefined)) {
      const isPage = /^(?:alternate)?$/i.test(attributes.rel?.trim() ?? '')
      if (isPage && of.link === '') of.link = feedAddress(attributes.href ?? '', base)
      return
    }
    if (!wanted.has(name)) return
    const isPermanent = name === 'guid' && attributes.ispermalink !== 'false' && attributes.isPermaLink !== 'false'
    const type = isPermanent ? 'permalink' : (attributes.type ?? attributes.mode ?? '')
    field = { text: '', type, base, depth: stack.length, name }
  }

  function closeField(closed: Field): void {
    field = null
    if (closed.name.startsWith('feed ')) {
      const name = closed.name.slice(5)
      if (!head.get(name)) head.set(name, textOf(closed))
    } else if (draft) {
      const known = draft.fields.get(closed.name)
      if (known) known.push(closed)
      else draft.fields.set(closed.name, [closed])
    }
  }

  function entryOf({ fields, about, link }: Draft, base: string): FeedEntry {
    const first = (list: string[]) =>
      list.flatMap(name => fields.get(name) ?? []).find(({ text }) => text.trim() !== '')
    const firstText = (list: string[]) =>
      list
        .flatMap(name => fields.get(name) ?? [])
        .map(textOf)
        .find(read => read !== '') ?? ''
    const stated = first(linkFields)
    const id = first(idFields)
    const paragraphsIn = (list: string[]) =>
      list
        .flatMap(name => fields.get(name) ?? [])
        .map(paragraphsOf)
        .find(read => read.length > 0)
    const content = paragraphsIn(contentFields)
    const whole = content ?? paragraphsIn(summaryFields) ?? []
    const summary = (content && firstText(summaryFields)) || whole.join(' ')
    const permalink = id?.type === 'permalink' && /^https?:\/\//i.test(id.text.trim()) ? id.text : ''
    return {
      id: cutText(id?.text.trim() ?? '', 2_000) || about,
      title: firstText(titleFields),
      link:
        (stated && feedAddress(stated.text, stated.base)) ||
        link ||
        feedAddress(permalink, base) ||
        feedAddress(about, base),
      date: first(dateFields)?.text.trim() ?? '',
      summary,
      ...contentOf(summary, whole),
    }
  }
}

/** Atom states whether a text is markup; RSS does not, and its texts often are. */
function isPlain({ name, type }: Field): boolean {
  const isAtom = name.replace('feed ', '').startsWith('atom:')
  return isAtom && /^(?:|text|xhtml|text\/plain|xml|application\/xhtml\+xml)$/i.test(type.trim())
}

function textOf(field: Field): string {
  return isPlain(field) ? plainText(field.text) : textOfMarkup(field.text)
}

function paragraphsOf(field: Field): string[] {
  if (!isPlain(field)) return paragraphsOfMarkup(field.text)
  const text = plainText(field.text)
  return text === '' ? [] : [text]
}
