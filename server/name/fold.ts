// Folds a name before it is split into words: compatibility forms, without case, accents and purely decorative marks.
import anyAscii from 'any-ascii'

const longest = 300

// Marks of Latin and Greek are removed; those of Cyrillic, Kana and Devanagari form different letters.
const dress = /(?<=[\p{Script=Latin}\p{Script=Greek}][\u0300-\u036f]*)[\u0300-\u036f]/gu
// Vowel signs of Arabic and Hebrew, and the stroke that only stretches a word.
const points = /[\u064b-\u065f\u0670\u0610-\u061a\u06d6-\u06ed\u0591-\u05bd\u05bf-\u05c7\u0640]/g
const apostrophes = /(?<=[\p{L}\p{N}])['’‘`´ʼʿʾ׳״ʹ]+(?=[\p{L}\p{N}])|['’‘`´ʼʿʾ״׳ʹ]/gu
const latinBeyond = /(?![a-z])\p{Script=Latin}/gu
const arabicForms: Record<string, string> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ک: 'ك',
  ہ: 'ه',
  ۀ: 'ه',
  ھ: 'ه',
}
const arabicVariants = /[أإآٱىیېئؤکہۀھ]/g

/** Words joined on purpose, which are split: `AlisherUsmanov`, `SiemensAG`. */
const humps = /(?<=\p{Ll}{3})(?=\p{Lu}\p{Ll}{2}|\p{Lu}{2,}(?:$|[^\p{L}]))/gu
/** Letters separated by full stops form one word: `A.B.C.`, `o.O.O.`; a single initial stays separate. */
const dottedInitials = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu

/** The words of a name in their own script; empty for a name of punctuation only. Reads at most 300 characters. */
export function foldWords(text: string): string[] {
  const plain = text
    .slice(0, longest)
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]+/gu, sign => (/[\s\0]/.test(sign) ? ' ' : ''))
    .replace(humps, ' ')
    .replace(dottedInitials, letters => letters.replaceAll('.', ''))
    .toLowerCase()
    .normalize('NFD')
    .replace(dress, '')
    .replace(points, '')
    .normalize('NFC')
    .replace(apostrophes, '')
    .replace(/&|(?<=\s)\+(?=\s)/g, ' and ')
    .replace(/%/g, ' per cent ')
    .replace(arabicVariants, letter => arabicForms[letter] ?? letter)
    .replace(latinBeyond, letter => anyAscii(letter).toLowerCase())
  return plain.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean)
}

/** Letters that digits replace in a name typed to deceive or in haste: `Ig0r Sech1n`. */
const digitLetters: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 9: 'g' }

export function withoutDigits(word: string): string {
  if (!/^[a-z\d]+$/.test(word) || !/\d/.test(word) || word.replace(/\d/g, '').length < 2) return word
  return word.replace(/\d/g, digit => digitLetters[digit] ?? digit)
}
