import type { Mention } from '#contract/mention.api.ts'
import { containsWord } from '#server/features/namesake/namesake.service.ts'
import { wordKey } from '#server/features/word/word.service.ts'

const aroundChars = 60
/** The distance from a name within which evidence is searched, and the number of occurrences examined. */
const nearbyChars = 160
const mostPlaces = 30

type BlockOffset = { block: number; at: number }

/**
 * The words around a name in a text of blocks: at the occurrence with the strongest evidence near it (in the compared
 * form of `wordKey`), else at the first one.
 */
export function excerptOf(texts: readonly string[], name: string, nearby: readonly string[] = []): Mention['excerpt'] {
  const place = bestOf(texts, name, nearby)
  if (!place) return null
  const { at } = place
  const text = texts[place.block] ?? ''
  const from = cutBefore(text, at)
  const to = cutAfter(text, at + name.length)
  const [before, after] = [from > 0 ? '…' : '', to < text.length ? '…' : '']
  const start = before.length + at - from
  return { text: before + text.slice(from, to) + after, start, end: start + name.length }
}

function bestOf(texts: readonly string[], name: string, nearby: readonly string[]): BlockOffset | undefined {
  if (nearby.length === 0) return nameOffsets(texts, name).next().value ?? undefined
  const places = nameOffsets(texts, name).take(mostPlaces).toArray()
  // Evidence inside the excerpt is preferred to evidence that is only near it.
  const around = [
    places.map(({ block, at }) => wordsAround([texts[block] ?? ''], { block: 0, at }, name, aroundChars)),
    places.map(place => wordsAround(texts, place, name, nearbyChars)),
  ]
  for (const word of nearby)
    for (const each of around) {
      const found = places.find((_, n) => containsWord(each[n] ?? '', word))
      if (found) return found
    }
  return places[0]
}

/**
 * The words on both sides of an occurrence, across the borders of its block, in the compared form and without the name.
 */
function wordsAround(texts: readonly string[], { block, at }: BlockOffset, name: string, chars: number): string {
  const text = texts[block] ?? ''
  let left = text.slice(Math.max(0, at - chars), at)
  let right = text.slice(at + name.length, at + name.length + chars)
  for (let n = block - 1; n >= 0 && left.length < chars; n -= 1)
    left = `${(texts[n] ?? '').slice(left.length - chars)}\n${left}`
  for (let n = block + 1; n < texts.length && right.length < chars; n += 1)
    right += `\n${(texts[n] ?? '').slice(0, chars - right.length)}`
  return `${wordKey(left.toWellFormed())}\n${wordKey(right.toWellFormed())}`
}

/** The positions of the name as separate words: “Port” is not in “Ports”. */
function* nameOffsets(texts: readonly string[], name: string): Generator<BlockOffset> {
  for (const [block, text] of texts.entries())
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const isApart =
        !isJoined(text.slice(0, at), name) && !isJoined(name, text.slice(at + name.length, at + name.length + 2))
      if (isApart) yield { block, at }
    }
}

const wordEnd = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]$/u
const wordStart = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u

function isJoined(left: string, right: string): boolean {
  return wordEnd.test(left.slice(-2)) && wordStart.test(right)
}

/** A cut at most `aroundChars` away, at a gap between words if there is one nearby, never inside a surrogate pair. */
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
