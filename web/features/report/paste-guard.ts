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

/** Elements whose content is no text of the page; without them no selector is matched and nothing is fetched. */
export function withoutForeign(html: string): string {
  return html.replace(/<(style|script|iframe|noscript|noembed|noframes)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
}
