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

/** The text of HTML inside a feed; text without markup is returned as it is. */
export function textOfMarkup(markup: string): string {
  const html = cutUnits(markup, mostMarkup)
  if (!/[<&]/.test(html)) return plainText(html)
  let text = ''
  let hidden = 0
  walkHtml(html, {
    open(name) {
      if (silent.has(name)) hidden += 1
      if (!inline.has(name)) text += ' '
    },
    close(name) {
      if (silent.has(name)) hidden -= 1
      if (!inline.has(name)) text += ' '
    },
    text(piece) {
      if (hidden === 0) text += piece
    },
  })
  return plainText(text)
}

export function plainText(text: string): string {
  return cutText(cleanText(text), mostChars)
}
