// Normalises indexed text and queries: simplified characters, lower case, no accents.
import anyAscii from 'any-ascii'
import { cutText } from '#contract/text.ts'
import { foldTables, longFold } from '#server/features/word/word.service.ts'

const forms: string[] = []
const accentedLatin = /^[\p{Script=Latin}\p{M}]+$/u

function formOf(char: string): string {
  const code = char.length === 1 ? char.charCodeAt(0) : -1
  const known = forms[code]
  if (known !== undefined) return known
  const unit = code >= 0 ? foldTables().unit[code] : 0
  const plain = unit ? String.fromCharCode(unit) : longFold(char)
  const form = code > 0x7f && accentedLatin.test(plain) ? anyAscii(plain).toLowerCase() : plain
  if (code >= 0) forms[code] = form
  return form
}

/** The text in normalised form. */
export function fold(text: string): string {
  return foldUncached(text.normalize('NFC'), undefined)
}

export type FoldedText = { text: string; at: Int32Array }

/** The same with the position in `text` of each unit and of the end; `text` must be in form NFC. */
export function foldWithPlaces(text: string): FoldedText {
  const places: number[] = []
  const plain = foldUncached(text, places)
  places.push(text.length)
  return { text: plain, at: Int32Array.from(places) }
}

function foldUncached(text: string, places: number[] | undefined): string {
  let out = ''
  // Most characters do not change: they are copied in long pieces.
  let from = 0
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const isPair = isPairAt(text, at)
    const form = isPair ? formOf(String.fromCodePoint(text.codePointAt(at)!)) : (forms[code] ?? formOf(text[at]!))
    const next = at + (isPair ? 2 : 1)
    if (places) for (let n = 0; n < form.length; n += 1) places.push(at)
    if (form.length !== 1 || form.charCodeAt(0) !== code) {
      out += text.slice(from, at) + form
      from = next
    }
    at = next
  }
  return out + text.slice(from)
}

/** A run of one script in folded text. `han` has words without spaces, `wide` is any other script without spaces. */
export type ScriptRun = { kind: 'han' | 'wide' | 'word'; text: string; start: number }

/** Kinds by number; the first means that the character is part of no run. */
const kinds = ['', 'han', 'wide', 'word'] as const
const han = /[\p{Script=Han}々〇]/u
const wide =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u
const word = /[\p{L}\p{N}\p{M}]/u
/** Cache: the kind of each code unit plus one, 0 if not yet known. */
const unitKinds = new Uint8Array(65_536)

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const isKnown = unitKinds[unit]!
  if (isKnown > 0) return isKnown - 1
  const isPair = isPairAt(text, at)
  const kind = kindOf(isPair ? String.fromCodePoint(text.codePointAt(at)!) : text[at]!)
  if (!isPair && (unit < 0xd800 || unit >= 0xdc00)) unitKinds[unit] = kind + 1
  return kind
}

const kindOf = (char: string): number => (han.test(char) ? 1 : wide.test(char) ? 2 : word.test(char) ? 3 : 0)

function isPairAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xd800 && unit < 0xdc00 && text.codePointAt(at)! > 0xffff
}

export function* runsOf(folded: string): Generator<ScriptRun> {
  for (let at = 0; at < folded.length; ) {
    const start = at
    const kind = kindAt(folded, at)
    do at += isPairAt(folded, at) ? 2 : 1
    while (at < folded.length && kindAt(folded, at) === kind)
    const name = kinds[kind]
    if (name) yield { kind: name, text: folded.slice(start, at), start }
  }
}

/** The key by which names are compared: folded words with single blanks. */
export function nameKey(name: string): string {
  const key = [...runsOf(fold(name))].reduce((key, run, n, all) => {
    const before = all[n - 1]
    const isApart = before && before.start + before.text.length < run.start
    return key + (isApart ? ' ' : '') + run.text
  }, '')
  return cutText(key, 300)
}
