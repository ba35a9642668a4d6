import { hash } from 'node:crypto'
import { fragmentOf, isNoteMark, isSign, isWayBack, makeAnchors } from './extract-anchors.ts'
import { cleanText, type Extract } from './extract-block.ts'
import { assignParts } from './extract-body.ts'
import { makeLabels } from './extract-labels.ts'
import { makeAddressBook } from './extract-links.ts'
import { movedTo, type Refresh, readRefresh } from './extract-moved.ts'
import { type Draft, makeOutline } from './extract-outline.ts'
import { extractedAttributes, isFrame, isHidden, isInvisible } from './extract-parts.ts'
import { walkHtml } from './extract-walk.ts'
import type { SelectedElements } from './site-filter-select.ts'

const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label mark output picture q rp rt ruby s samp slot small source span strike strong sub sup svg time tt u var wbr'.split(
    ' ',
  ),
)
/** Elements whose text a reader does not see. */
const silent = new Set(
  'head script style template noscript noembed noframes svg math iframe object applet audio video canvas datalist textarea'.split(
    ' ',
  ),
)
const maxBlocks = 200_000
const maxChars = 20_000_000

const hiddenFlag = 1
const frame = 2
const main = 4
const preformattedFlag = 8
const chosenFlag = 16
const veiledFlag = 32

export function readHtml(html: string, url: string, selection?: SelectedElements): Extract {
  const found: Omit<Extract, 'blocks' | 'links' | 'source'> = {
    title: '',
    lang: null,
    canonical: null,
    noindex: false,
    nofollow: false,
    isCut: false,
  }
  const drafts: Draft[] = []
  const outline = makeOutline()
  const labels = makeLabels()
  /** Ends of the cells of the present table row in the buffer. */
  let cellEnds: number[] = []
  const addresses = makeAddressBook(url)
  const states: number[] = [0]
  const tags: string[] = ['body']
  let state = 0
  let inTitle = false
  let title = ''
  let buffer = ''
  let links: string[] = []
  let pictures: string[] = []
  const anchors = makeAnchors()
  let anchorStart = -1
  let linked = 0
  let fragment: string | null = null
  let isNote = false
  const lead: { refresh: Refresh | null; hasScript: boolean } = { refresh: null, hasScript: false }
  let chars = 0
  /** Pieces of visible source, each with the draft that its text is in or before. */
  const pieces: { from: number; to: number; draft: number }[] = []
  let pieceStart = 0

  function cutPiece(to: number, draft: number): void {
    if (to > pieceStart) pieces.push({ from: pieceStart, to, draft })
    pieceStart = to
  }
  function flush(at: number): void {
    if (anchorStart !== -1) {
      anchors.cover(anchorStart, buffer.length)
      if (fragment === null) linked += buffer.length - anchorStart
      anchorStart = 0
    }
    const linkedChars = linked
    linked = 0
    links.push(...anchors.take(buffer, tags.at(-1) as string))
    if (buffer === '' && links.length === 0 && pictures.length === 0) return
    const text = cleanText(buffer)
    const tag = tags.at(-1) as string
    const cells = tag === 'tr' ? cellsOf(buffer, cellEnds) : []
    const label = labels.of(text, tag, cells)
    buffer = ''
    cellEnds = []
    if (text === '' && links.length === 0 && pictures.length === 0) return
    if (drafts.length >= maxBlocks || chars >= maxChars) {
      found.isCut = true
      links = []
      pictures = []
      return
    }
    chars += text.length
    cutPiece(at, drafts.length)
    drafts.push({
      text,
      links,
      tag,
      place: outline.place(),
      ...(label !== '' && { label }),
      ...(cells.length > 0 && { cells }),
      linkedChars: Math.min(linkedChars, text.length),
      part: state & frame ? 'frame' : 'main',
      isInMain: (state & main) !== 0,
      isVeiled: (state & veiledFlag) !== 0,
      ...(pictures.length > 0 && { pictures }),
      ...(isNote && { isNote }),
    })
    links = []
    pictures = []
    isNote = false
  }

  walkHtml(
    html,
    {
      open(name, attributes, ordinal, start) {
        if (name === 'title' && !(state & hiddenFlag && states.length > 3)) inTitle = found.title === ''
        else if (name === 'html') found.lang = attributes.get('lang')?.trim() || null
        else if (name === 'base') addresses.setBase(attributes.get('href'))
        else if (name === 'meta') {
          readMeta(found, attributes)
          readLead(attributes)
        } else if (name === 'script') lead.hasScript = true
        else if (name === 'link' && attributes.get('rel')?.toLowerCase() === 'canonical')
          found.canonical = addresses.resolve(attributes.get('href'))
        else if (name === 'link' && isFeedLink(attributes)) addresses.crawl(attributes.get('href'))
        else if (name === 'iframe' || name === 'frame') addresses.crawl(attributes.get('src'))
        const isBorder = !inline.has(name)
        if (name === 'td' || name === 'th') buffer += ' '
        else if (isBorder && !(state & hiddenFlag)) flush(start)
        let next = state
        if (silent.has(name) || isHidden(name, attributes)) next |= hiddenFlag
        if (attributes.get('aria-hidden') === 'true' || isInvisible(attributes))
          next |= isBorder ? veiledFlag : hiddenFlag
        if (isBorder) next = partOf(next, name, attributes, tags.at(-1) as string)
        if (name === 'pre') next |= preformattedFlag
        if (selection) {
          if (selection.excluded.has(ordinal)) next |= hiddenFlag
          if (selection.included?.has(ordinal)) next |= chosenFlag
        }
        if (next & hiddenFlag && !(state & hiddenFlag)) cutPiece(start, drafts.length)
        states.push(next)
        if (isBorder) outline.open(name, attributes, drafts.length)
        tags.push(isBorder ? name : (tags.at(-1) as string))
        state = next
        if (name === 'img' && isSeen()) {
          const picture = addresses.picture(attributes)
          if (picture) pictures.push(picture)
        }
        if (name === 'a' || name === 'area') {
          const href = attributes.get('href')
          const target = addresses.crawl(href)
          fragment = fragmentOf(href, target, url)
          anchorStart = buffer.length
          if (target && fragment === null && isSeen()) links.push(target)
        }
      },
      close(name, end) {
        if (name === 'title' && inTitle) {
          found.title = cleanText(title)
          inTitle = false
        }
        if (name === 'a' && anchorStart !== -1) {
          // The sign next to a heading that links to the heading itself is not text.
          isNote ||= isWayBack(fragment)
          const isMark = isNoteMark(fragment, buffer.slice(anchorStart))
          if (isMark || (fragment !== null && isSign(buffer.slice(anchorStart)))) buffer = buffer.slice(0, anchorStart)
          else if (fragment && isSeen()) anchors.add(fragment)
          anchors.cover(anchorStart, buffer.length)
          if (fragment === null) linked += Math.max(0, buffer.length - anchorStart)
          anchorStart = -1
        }
        if (name === 'td' || name === 'th') cellEnds.push(buffer.length)
        else if (!inline.has(name) && !(state & hiddenFlag)) flush(end)
        if (!inline.has(name)) outline.close(drafts.length)
        const inner = states.pop() as number
        tags.pop()
        state = states.at(-1) ?? 0
        if (inner & hiddenFlag && !(state & hiddenFlag)) pieceStart = end
      },
      text(text) {
        if (inTitle) title += text
        if (!isSeen()) return
        if (!(state & preformattedFlag) || !text.includes('\n')) {
          buffer += text
          return
        }
        const lines = text.split('\n')
        for (const [index, line] of lines.entries()) {
          if (index > 0) flush(pieceStart)
          buffer += line
        }
      },
    },
    extractedAttributes,
  )
  flush(html.length)
  cutPiece(html.length, drafts.length - 1)
  const { blocks, isBody } = assignParts(drafts, outline.elements, found.title)
  const source = pieces.filter(({ draft }) => isBody(draft)).map(({ from, to }) => html.slice(from, to))
  const contentChars = drafts.reduce((sum, { part, text }) => (part === 'frame' ? sum : sum + text.length), 0)
  const moved = movedTo({ html, url, contentChars, ...lead, resolve: addresses.crawl })
  return {
    ...found,
    blocks,
    links: addresses.all(),
    source: hash('sha1', source.join(''), 'base64url'),
    ...(moved !== null && { movedTo: moved }),
  }

  function readLead(attributes: Map<string, string>): void {
    if (attributes.get('http-equiv')?.trim().toLowerCase() !== 'refresh') return
    const read = readRefresh(attributes.get('content') ?? '')
    const to = read && addresses.crawl(read.address)
    if (read?.isSoon && to) lead.refresh ??= { to, isWithoutScript: tags.at(-1) === 'noscript' }
  }

  function isSeen(): boolean {
    return !(state & hiddenFlag) && (!selection?.included || (state & chosenFlag) !== 0)
  }
}

function cellsOf(buffer: string, ends: readonly number[]): string[] {
  return ends.map((end, at) => cleanText(buffer.slice(at === 0 ? 0 : ends[at - 1], end)))
}

const feedType = /^\s*(?:application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json)|text\/rss(?:\+xml)?)\s*(?:;|$)/i
/** Comments have a feed on every page of some sites. */
const commentFeed = /comment|评论|評論|回复|kommentar|commentaire/i

/** Whether a `link` element declares a feed of the page. */
export function isFeedLink(attributes: Map<string, string>): boolean {
  if (!/(?:^|\s)alternate(?:\s|$)/i.test(attributes.get('rel') ?? '')) return false
  if (!feedType.test(attributes.get('type') ?? '')) return false
  return !commentFeed.test(`${attributes.get('title') ?? ''} ${attributes.get('href') ?? ''}`)
}

function partOf(state: number, name: string, attributes: Map<string, string>, parent: string): number {
  if (name === 'main' || name === 'article' || attributes.get('role') === 'main') return (state | main) & ~frame
  if (isFrame(name, attributes)) return state | frame
  // A button is a tool of the page, except in headings that fold their section.
  return name === 'button' && !/^(?:h[1-6]|dt|summary)$/.test(parent) ? state | frame : state
}

function readMeta(found: Omit<Extract, 'blocks' | 'links' | 'source'>, attributes: Map<string, string>): void {
  const content = attributes.get('content') ?? ''
  if (attributes.get('name')?.toLowerCase() === 'robots') {
    found.noindex ||= /\b(noindex|none)\b/i.test(content)
    found.nofollow ||= /\b(nofollow|none)\b/i.test(content)
  }
}
