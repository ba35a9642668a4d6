// Occurrences of a name in records without a link to the person, each with the text around it.
import type { ErasurePassage } from '#contract/erasure.api.ts'

const aroundChars = 60
const mostTexts = 3

/** The first occurrences of the names in a column's value, as users read it. */
export function textsOf(value: unknown, names: readonly string[]): ErasurePassage['texts'] {
  const pattern = patternOf(names)
  const texts: ErasurePassage['texts'] = []
  for (const text of stringsOf(value)) {
    for (const match of text.matchAll(pattern)) {
      if (texts.length === mostTexts) return texts
      texts.push(excerptAround(text, match.index, match.index + match[0].length))
    }
  }
  return texts
}

/**
 * A pattern that tries longer names first, so that no name is shown in part, and does not match letters or digits
 * inside longer words.
 */
function patternOf(names: readonly string[]): RegExp {
  const letter = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}]'
  const each = names
    .toSorted((a, b) => b.length - a.length)
    .map(name => {
      const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      const isLetter = new RegExp(`^${letter}$`, 'u')
      const [first = '', last = ''] = [[...name][0], [...name].at(-1)]
      return `${isLetter.test(first) ? `(?<!${letter})` : ''}${escaped}${isLetter.test(last) ? `(?!${letter})` : ''}`
    })
  return new RegExp(each.join('|'), 'giu')
}

function* stringsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* stringsOf(each)
}

function excerptAround(text: string, start: number, end: number): ErasurePassage['texts'][number] {
  const before = text
    .slice(Math.max(0, start - aroundChars), start)
    .toWellFormed()
    .replace(/^\ufffd/, '')
  const after = text
    .slice(end, end + aroundChars)
    .toWellFormed()
    .replace(/\ufffd$/, '')
  const head = `${start > aroundChars ? '…' : ''}${before}`
  return {
    text: `${head}${text.slice(start, end)}${after}${end + aroundChars < text.length ? '…' : ''}`,
    start: head.length,
    end: head.length + end - start,
  }
}
