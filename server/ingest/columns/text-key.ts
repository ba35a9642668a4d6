/** Digits of every script as 0 to 9. */
export function plainDigits(text: string): string {
  // Shortcut, because most cells contain only ASCII.
  if (!/[^\0-\x7f]/.test(text)) return text
  return text.replace(/\p{Nd}/gu, digit => {
    const code = digit.codePointAt(0) ?? 0
    return code < 128 ? digit : String(digitOf(code))
  })
}

let zeros: number[] | undefined

/** Decimal digits come in runs of ten that begin with zero; a longer run is several sets in a row. */
function digitOf(code: number): number {
  zeros ??= firstsOfRuns()
  const zero = zeros.findLast(each => each <= code) ?? code
  return (code - zero) % 10
}

function firstsOfRuns(): number[] {
  const firsts: number[] = []
  let isIn = false
  for (let code = 0; code < 0x20000; code += 1) {
    const isDigit = /\p{Nd}/u.test(String.fromCodePoint(code))
    if (isDigit && !isIn) firsts.push(code)
    isIn = isDigit
  }
  return firsts
}

/**
 * The comparison form of words, without case, width, spaces and punctuation. Marks stay, because in many scripts they
 * are vowels.
 */
export const wordKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .normalize('NFC')

/** The comparison form of a cell's value; a value of signs alone (`+`, `★`) stays unchanged. */
export const valueKey = (text: string): string => wordKey(text) || text.trim()

/**
 * The comparison form without the marks that people omit: accents of Latin, Greek and Cyrillic, vowel signs and hamza
 * of Arabic.
 */
export function looseKey(text: string): string {
  // Shortcut, because most words contain only ASCII.
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '')
  return wordKey(text)
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
    .replace(/[\u0640\u064b-\u065f\u0670]/g, '')
    .replace(/[آأإٱ]/g, 'ا')
    .replace(/[ىی]/g, 'ي')
    .replace(/ک/g, 'ك')
    .replace(/ة/g, 'ه')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/đ/g, 'd')
    .replace(/ı/g, 'i')
    .replace(/ß/g, 'ss')
    .replace(/[æ]/g, 'ae')
    .normalize('NFC')
}

/** Words in their comparison form, without numbers. */
export const wordsIn = (text: string): string[] =>
  (text.normalize('NFKC').match(/[\p{L}\p{M}]+/gu) ?? []).map(looseKey).filter(Boolean)
