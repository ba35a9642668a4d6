import type { Mention } from '#contract/mention.ts'

const aroundChars = 60

/** The words around the first place of a name in a text of blocks. */
export function excerptOf(texts: readonly string[], name: string): Mention['excerpt'] {
  for (const text of texts) {
    const at = placeOf(text, name)
    if (at < 0) continue
    const from = cutBefore(text, at)
    const to = cutAfter(text, at + name.length)
    const [before, after] = [from > 0 ? '…' : '', to < text.length ? '…' : '']
    const start = before.length + at - from
    return { text: before + text.slice(from, to) + after, start, end: start + name.length }
  }
  return null
}

/** Where the name stands as words of their own: “Port” is not in “Ports”. */
function placeOf(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isApart =
      !isJoined(text.slice(0, at), name) && !isJoined(name, text.slice(at + name.length, at + name.length + 2))
    if (isApart) return at
  }
  return -1
}

const wordEnd = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]$/u
const wordStart = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u

function isJoined(left: string, right: string): boolean {
  return wordEnd.test(left.slice(-2)) && wordStart.test(right)
}

/** No further than `aroundChars`, at a gap between words where one is near, never inside a pair of surrogates. */
function cutBefore(text: string, at: number): number {
  const from = at - aroundChars
  if (from <= 0) return 0
  const gap = text.slice(from, from + 15).search(/\s/)
  if (gap >= 0) return from + gap + 1
  return isLow(text, from) ? from + 1 : from
}

function cutAfter(text: string, end: number): number {
  const to = end + aroundChars
  if (to >= text.length) return text.length
  const gap = text.slice(to - 15, to).search(/\s\S*$/)
  if (gap >= 0) return to - 15 + gap
  return isLow(text, to) ? to - 1 : to
}

const isLow = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00
