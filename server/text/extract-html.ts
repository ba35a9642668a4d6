import { createHash } from 'node:crypto'
import { fragmentOf, isSign, makeAnchors } from './extract-anchors.ts'
import { cleanText, type Extract, type PageBlock } from './extract-block.ts'
import { makeAddressBook } from './extract-links.ts'
import { movedTo, type Refresh, readRefresh } from './extract-moved.ts'
import { extractedAttributes, isFrame, isHidden } from './extract-parts.ts'
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
/** Parts that do not belong to the content's own source. */
const foreign = hiddenFlag | frame

type Draft = PageBlock & { isInMain: boolean; isVeiled: boolean }

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
  let fragment: string | null = null
  const lead: { refresh: Refresh | null; hasScript: boolean } = { refresh: null, hasScript: false }
  let chars = 0
  const source = createHash('sha1')
  let sourceStart = 0

  function flush(): void {
    if (anchorStart !== -1) {
      anchors.cover(anchorStart, buffer.length)
      anchorStart = 0
    }
    links.push(...anchors.take(buffer, tags.at(-1) as string))
    if (buffer === '' && links.length === 0 && pictures.length === 0) return
    const text = cleanText(buffer)
    buffer = ''
    if (text === '' && links.length === 0 && pictures.length === 0) return
    if (drafts.length >= maxBlocks || chars >= maxChars) {
      found.isCut = true
      links = []
      pictures = []
      return
    }
    chars += text.length
    drafts.push({
      text,
      links,
      tag: tags.at(-1) as string,
      part: state & frame ? 'frame' : 'main',
      isInMain: (state & main) !== 0,
      isVeiled: (state & veiledFlag) !== 0,
      ...(pictures.length > 0 && { pictures }),
    })
    links = []
    pictures = []
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
        else if (name === 'iframe' || name === 'frame') addresses.crawl(attributes.get('src'))
        const isBorder = !inline.has(name)
        if (name === 'td' || name === 'th') buffer += ' '
        else if (isBorder && !(state & hiddenFlag)) flush()
        let next = state
        if (silent.has(name) || isHidden(name, attributes)) next |= hiddenFlag
        if (attributes.get('aria-hidden') === 'true') next |= isBorder ? veiledFlag : hiddenFlag
        if (isBorder) next = partOf(next, name, attributes, tags.at(-1) as string)
        if (name === 'pre') next |= preformattedFlag
        if (selection) {
          if (selection.excluded.has(ordinal)) next |= hiddenFlag
          if (selection.included?.has(ordinal)) next |= chosenFlag
        }
        if (next & foreign && !(state & foreign)) source.update(html.slice(sourceStart, start))
        states.push(next)
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
          if (fragment !== null && isSign(buffer.slice(anchorStart))) buffer = buffer.slice(0, anchorStart)
          else if (fragment && isSeen()) anchors.add(fragment)
          anchors.cover(anchorStart, buffer.length)
          anchorStart = -1
        }
        if (!inline.has(name) && name !== 'td' && name !== 'th' && !(state & hiddenFlag)) flush()
        const inner = states.pop() as number
        tags.pop()
        state = states.at(-1) ?? 0
        if (inner & foreign && !(state & foreign)) sourceStart = end
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
          if (index > 0) flush()
          buffer += line
        }
      },
    },
    extractedAttributes,
  )
  flush()
  source.update(html.slice(sourceStart))
  const contentChars = drafts.reduce((sum, { part, text }) => (part === 'frame' ? sum : sum + text.length), 0)
  const moved = movedTo({ html, url, contentChars, ...lead, resolve: addresses.crawl })
  return {
    ...found,
    blocks: assignParts(drafts),
    links: addresses.all(),
    source: source.digest('base64url'),
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

function partOf(state: number, name: string, attributes: Map<string, string>, parent: string): number {
  if (name === 'main' || name === 'article' || attributes.get('role') === 'main') return (state | main) & ~frame
  if (isFrame(name, attributes, (state & main) !== 0)) return state | frame
  // A button is a tool of the page, except in headings that fold their section.
  return name === 'button' && !/^(?:h[1-6]|dt|summary)$/.test(parent) ? state | frame : state
}

/**
 * If main or article hold a good part of the text, everything outside them is frame. Text under aria-hidden is left
 * out, except on pages whose open dialogue hides everything else from screen readers.
 */
function assignParts(drafts: Draft[]): PageBlock[] {
  let total = 0
  let inMain = 0
  let framed = 0
  let underVeil = 0
  for (const draft of drafts) {
    if (draft.isVeiled) underVeil += draft.text.length
    else {
      total += draft.text.length
      if (draft.isInMain) inMain += draft.text.length
      if (draft.part === 'frame') framed += draft.text.length
    }
  }
  const keepsVeiled = underVeil > total
  const hasMain = inMain > total * 0.2
  const isAllFrame = framed > total * 0.95
  const blocks: PageBlock[] = []
  for (const { text, links, tag, part, pictures, isInMain, isVeiled } of drafts) {
    if (isVeiled && !keepsVeiled) continue
    const isFramed = !isAllFrame && (part === 'frame' || (hasMain && !isInMain && tag !== 'h1'))
    if (!isFramed) blocks.push({ text, links, tag, part: 'main', ...(pictures && { pictures }) })
    else if (text !== '' || links.length > 0) blocks.push({ text, links, tag, part: 'frame' })
  }
  return blocks
}

function readMeta(found: Omit<Extract, 'blocks' | 'links' | 'source'>, attributes: Map<string, string>): void {
  const content = attributes.get('content') ?? ''
  if (attributes.get('name')?.toLowerCase() === 'robots') {
    found.noindex ||= /\b(noindex|none)\b/i.test(content)
    found.nofollow ||= /\b(nofollow|none)\b/i.test(content)
  }
}
