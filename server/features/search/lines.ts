/**
 * Texts of a record's fields, one per line; a text that equals another, or is contained in it as whole words, is
 * omitted.
 */
export function searchLines(texts: readonly (string | null)[]): string {
  const lines = [...new Set(texts.map(text => text?.trim() ?? ''))].filter(Boolean)
  return lines.filter(text => !lines.some(other => other.length > text.length && saysToo(other, text))).join('\n')
}

const isWord = /[\p{L}\p{N}\p{M}]/u

function saysToo(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const end = at + part.length
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ''
    const after = [...text.slice(end, end + 2)][0] ?? ''
    if (!isWord.test(before) && !isWord.test(after)) return true
  }
  return false
}
