// The scanner's view of one character: the form in which it is compared, and its relation to its neighbours.
import traditionalToSimplified from 'opencc-js/dict/TSCharacters'

/** Neither letter nor separator: compared unchanged. */
export const OTHER = 0
/** A letter or digit of a script that puts spaces between words: its words end at their neighbours. */
export const WORD = 1
/** A character of a script without spaces between words. */
export const HAN = 2
export const SPACE = 3
export const BREAK = 4
/** Punctuation that is used to hide a word between its characters, and rarely ends a clause. */
export const MARK = 5
/** Invisible to a reader: never compared. */
export const DROP = 6
/** Can combine with the character before it. */
export const COMBINING = 7

const hanPattern =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+$/u
const wordPattern = /^[\p{L}\p{Nd}\p{M}]/u
const dropPattern = /^(?:\p{Cf}|\p{Cc}|\p{Variation_Selector}|\u034f)$/u
const breakPattern = /^[\n\v\f\r\u0085\u2028\u2029]$/
const marks = new Set('·•‧∙⋅・*_-‐‑‒–−~、.|/\\^`=■□▪▫▲△▼▽◆◇○◎●★☆♥♡※')
/** Typographic variants that NFKC does not unify. */
const plainForms: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‛': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
}

type Fold = {
  /** By UTF-16 unit: the one unit it is compared as; 0 if `longFold` must be called. */
  unit: Uint16Array
  /** By UTF-16 unit: one of the kinds above. Halves of surrogate pairs are OTHER; `kindOf` handles the pair. */
  kind: Uint8Array
  /** Like `unit` if neither neighbours nor a long form matter, else 0. */
  plain: Uint16Array
}

let simplifiedChars: Map<string, string> | undefined
let tables: Fold | undefined

/** The tables of the Basic Multilingual Plane, built at the first call (about 50 ms). */
export function foldTables(): Fold {
  tables ??= makeTables()
  return tables
}

function makeTables(): Fold {
  const unit = new Uint16Array(65_536)
  const kind = new Uint8Array(65_536)
  for (let code = 0; code < 65_536; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue
    const char = String.fromCharCode(code)
    const folded = foldChar(char)
    kind[code] = kindOfChar(char, folded)
    if (folded.length === 1 && kind[code] !== DROP) unit[code] = folded.charCodeAt(0)
  }
  for (let code = 0; code < 65_536; code += 1) {
    // Ideographs and syllables have no parts that occur separately.
    if ((code >= 0x3400 && code < 0xa000) || (code >= 0xac00 && code < 0xe000)) continue
    const parts = String.fromCharCode(code).normalize('NFD')
    for (let at = 1; at < parts.length; at += 1) kind[parts.charCodeAt(at)] = COMBINING
  }
  for (let jamo = 0x1161; jamo <= 0x11c2; jamo += 1) kind[jamo] = COMBINING
  kind[0xff9e] = COMBINING
  kind[0xff9f] = COMBINING
  const isPlain = [OTHER, WORD, HAN, COMBINING]
  const plain = unit.map((folded, code) => (isPlain.includes(kind[code]!) ? folded : 0))
  return { unit, kind, plain }
}

const longFolds = new Map<string, string>()

/** The units that a character is compared as, if there is not exactly one; `char` is one code point. */
export function longFold(char: string): string {
  let folded = longFolds.get(char)
  if (folded === undefined) {
    folded = foldChar(char)
    // Characters beyond the basic plane come from texts: the cache for them must be limited.
    if (longFolds.size > 20_000) longFolds.clear()
    longFolds.set(char, folded)
  }
  return folded
}

const astralKinds = new Map<string, number>()

/** The kind of a surrogate pair. */
export function longKind(char: string): number {
  let kind = astralKinds.get(char)
  if (kind === undefined) {
    kind = kindOfChar(char, foldChar(char))
    if (astralKinds.size > 20_000) astralKinds.clear()
    astralKinds.set(char, kind)
  }
  return kind
}

function kindOfChar(char: string, folded: string): number {
  if (folded === '') return DROP
  if (breakPattern.test(char)) return BREAK
  if (folded === ' ' || char === '\t') return SPACE
  // A long dash ends a clause, although it is compared as a short one.
  if (marks.has(char) || marks.has(char.normalize('NFKC'))) return MARK
  if (hanPattern.test(folded)) return HAN
  return wordPattern.test(char) ? WORD : OTHER
}

function foldChar(char: string): string {
  if (dropPattern.test(char) && char !== '\t' && !breakPattern.test(char)) return ''
  simplifiedChars ??= readPairs()
  const plain = char.normalize('NFKC')
  // Free-standing accents decompose to a space and a mark, but must not count as a space.
  if (plain.length > 1 && plain.startsWith(' ')) return char
  let folded = ''
  for (const part of plain.toLowerCase()) folded += plainForms[part] ?? simplify(simplifiedChars, part)
  return folded
}

function simplify(pairs: Map<string, string>, char: string): string {
  // A few simplified forms are themselves traditional forms of another character: a second step resolves them.
  const once = pairs.get(char) ?? char
  return pairs.get(once) ?? once
}

function readPairs(): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const pair of traditionalToSimplified.split('|')) {
    const [from, to] = pair.split(' ')
    if (from && to) pairs.set(from, to)
  }
  return pairs
}
