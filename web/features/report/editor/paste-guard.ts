/** Characters of words that are taken in at once. */
export const pasteAtMost = 400_000
/** Characters of markup that are read at once; beyond them only the words are taken. */
const markupAtMost = 1_500_000

export type PasteVerdict = { kind: 'as_is' } | { kind: 'plain'; text: string } | { kind: 'refuse'; length: number }

/** What to do with a paste, so that a huge one does not freeze the page. */
export function judgePaste(data: { html: string; text: string }): PasteVerdict {
  const length = data.text.length || data.html.length
  if (data.text.length > pasteAtMost) return { kind: 'refuse', length }
  if (data.html.length <= markupAtMost) return { kind: 'as_is' }
  return data.text ? { kind: 'plain', text: data.text } : { kind: 'refuse', length }
}

const foreign = /<(style|script|iframe|noscript|noembed|noframes)\b[\s\S]*?(?:<\/\1\s*>|$)|<img\b[^>]*>/gi
const handler = /\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi

/**
 * A pasted page without what is no text of it. The schema would drop it too, but only after the browser has read it:
 * without it no selector is matched, nothing is fetched and no handler is complained about.
 */
export function withoutForeign(html: string): string {
  return html.replace(foreign, '').replace(/<[a-z][^>]*>/gi, tag => tag.replace(handler, ''))
}
