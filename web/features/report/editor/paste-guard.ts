/** Most characters of text accepted in one paste. */
export const pasteAtMost = 400_000
/** Most characters of markup read in one paste; beyond that only the text is taken. */
const markupAtMost = 1_500_000

type PasteVerdict = { kind: 'as_is' } | { kind: 'plain'; text: string } | { kind: 'refuse'; length: number }

/** Decides how to handle a paste, so that a huge one does not freeze the page. */
export function judgePaste(data: { html: string; text: string }): PasteVerdict {
  const length = data.text.length || data.html.length
  if (data.text.length > pasteAtMost) return { kind: 'refuse', length }
  if (data.html.length <= markupAtMost) return { kind: 'as_is' }
  return data.text ? { kind: 'plain', text: data.text } : { kind: 'refuse', length }
}

const foreign = /<(style|script|iframe|noscript|noembed|noframes)\b[\s\S]*?(?:<\/\1\s*>|$)|<img\b[^>]*>/gi
const handler = /\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi

/**
 * Removes content that is not text from a pasted page. The schema would drop it too, but only after the browser has
 * parsed it; removed before, it matches no selectors, fetches nothing, and reports no blocked handlers.
 */
export function withoutForeign(html: string): string {
  return html.replace(foreign, '').replace(/<[a-z][^>]*>/gi, tag => tag.replace(handler, ''))
}
