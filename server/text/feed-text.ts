import { cutText, cutUnits } from '#contract/text.ts'
import { cleanText } from './extract-block.ts'
import { walkHtml } from './extract-walk.ts'

const inline = new Set(
  'a abbr b bdi bdo big cite code em font i kbd mark q s small span strong sub sup tt u wbr'.split(' '),
)
const silent = new Set('script style noscript template iframe svg math object video audio'.split(' '))
const mostMarkup = 200_000
/** Characters of an entry's text that belong to the page of the feed. */
const mostChars = 4_000
/** Characters that show whether a text begins with another. */
const mostOfBegin = 80

/** The text of HTML inside a feed; text without markup is returned as it is. */
export function textOfMarkup(markup: string): string {
  return plainText(piecesOfMarkup(markup).join(' '))
}

/** The texts between the borders of elements in HTML inside a feed, without blank ones. */
export function paragraphsOfMarkup(markup: string): string[] {
  let left = mostChars
  return piecesOfMarkup(markup).flatMap(piece => {
    const text = cutText(cleanText(piece), left)
    left -= text.length
    return text === '' ? [] : [text]
  })
}

function piecesOfMarkup(markup: string): string[] {
  const html = cutUnits(markup, mostMarkup)
  if (!/[<&]/.test(html)) return [html]
  const pieces = ['']
  let hidden = 0
  const border = (name: string) => {
    if (!inline.has(name) && pieces.at(-1) !== '') pieces.push('')
  }
  walkHtml(html, {
    open(name) {
      if (silent.has(name)) hidden += 1
      border(name)
    },
    close(name) {
      if (silent.has(name)) hidden -= 1
      border(name)
    },
    text(piece) {
      if (hidden === 0) pieces[pieces.length - 1] += piece
    },
  })
  return pieces
}

/** The paragraphs of an entry's whole text, if it is more than the summary. */
export function contentOf(summary: string, content: string[]): { content?: string[] } {
  return content.length === 0 || (content.length === 1 && content[0] === summary) ? {} : { content }
}

/** Whether the summary is only the begin of the whole text, as publishing systems shorten it. */
export function isBeginOf(summary: string, paragraphs: readonly string[]): boolean {
  const begin = cutText(summary.replace(/\s*(?:\[?(?:…|\.{3})\]?)\s*$/, ''), mostOfBegin)
  return begin.length > 0 && paragraphs.join(' ').startsWith(begin)
}

export function plainText(text: string): string {
  return cutText(cleanText(text), mostChars)
}
