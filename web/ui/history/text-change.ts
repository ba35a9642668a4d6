/** The removed and added text between the unchanged parts: `head` + `removed` or `added` + `tail`. */
export type TextChange = { head: string; removed: string; added: string; tail: string }

/** The stretch in which two texts differ, in whole characters: a surrogate pair is never split. */
export function textChange(from: string, to: string): TextChange {
  const a = [...from]
  const b = [...to]
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return {
    head: a.slice(0, start).join(''),
    removed: a.slice(start, a.length - end).join(''),
    added: b.slice(start, b.length - end).join(''),
    tail: a.slice(a.length - end).join(''),
  }
}

/** The last or first few characters of an unchanged part, for orientation. */
export function edgeText(text: string, side: 'head' | 'tail', length: number): string {
  const all = [...text]
  if (all.length <= length) return text
  return side === 'head' ? `…${all.slice(-length).join('')}` : `${all.slice(0, length).join('')}…`
}
