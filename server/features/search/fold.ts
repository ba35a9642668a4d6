// One form for what is written and what is asked: simplified characters, lower case, no accents.
import anyAscii from 'any-ascii'
import { cutText } from '#contract/text.ts'
import { foldTables, longFold } from '#server/features/word/word.ts'

const forms: string[] = []
const accented = /^[\p{Script=Latin}\p{M}]+$/u

function formOf(char: string): string {
  const code = char.length === 1 ? char.charCodeAt(0) : -1
  const known = forms[code]
  if (known !== undefined) return known
  const unit = code >= 0 ? foldTables().unit[code] : 0
  const plain = unit ? String.fromCharCode(unit) : longFold(char)
  const form = code > 0x7f && accented.test(plain) ? anyAscii(plain).toLowerCase() : plain
  if (code >= 0) forms[code] = form
  return form
}

/** The text as it is compared. */
export function fold(text: string): string {
  return folded(text.normalize('NFC'), undefined)
}

export type Folded = { text: string; at: Int32Array }

/** The same with the place in `text` of each unit and of the end, for text that is in form C. */
export function foldWithPlaces(text: string): Folded {
  const places: number[] = []
  const plain = folded(text, places)
  places.push(text.length)
  return { text: plain, at: Int32Array.from(places) }
}

function folded(text: string, places: number[] | undefined): string {
  let out = ''
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isPair = code >= 0xd800 && code < 0xdc00
    const form = isPair ? formOf(String.fromCodePoint(text.codePointAt(at)!)) : (forms[code] ?? formOf(text[at]!))
    out += form
    if (places) for (let n = 0; n < form.length; n += 1) places.push(at)
    if (isPair && text.codePointAt(at)! > 0xffff) at += 1
  }
  return out
}

/** A run of one script in folded text. `han` has words without spaces, `wide` is any other such script. */
export type Run = { kind: 'han' | 'wide' | 'word'; text: string; start: number }

const runs =
  /(?<han>[\p{Script=Han}々〇]+)|(?<wide>[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+)|(?<word>[[\p{L}\p{N}\p{M}]--[\p{Script=Han}々〇\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]]+)/gv

export function* runsOf(folded: string): Generator<Run> {
  for (const match of folded.matchAll(runs)) {
    const { han, wide } = match.groups ?? {}
    yield { kind: han ? 'han' : wide ? 'wide' : 'word', text: match[0], start: match.index }
  }
}

/** A name as names are compared: folded words with single blanks. */
export function nameKey(name: string): string {
  const key = [...runsOf(fold(name))].reduce((key, run, n, all) => {
    const before = all[n - 1]
    const isApart = before && before.start + before.text.length < run.start
    return key + (isApart ? ' ' : '') + run.text
  }, '')
  return cutText(key, 300)
}
