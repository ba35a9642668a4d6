// The entry point for all transliterations.
import anyAscii from 'any-ascii'
import { phonesOfArabic, phonesOfHebrew, spellingOf } from './romanise-abjad.ts'
import { romaniseCyrillic } from './romanise-cyrillic.ts'
import { romaniseDevanagari } from './romanise-devanagari.ts'
import { romaniseGreek } from './romanise-greek.ts'
import { romaniseHan, simplify } from './romanise-han.ts'
import { romaniseHangul } from './romanise-hangul.ts'
import { romaniseKana } from './romanise-kana.ts'
import type { Script } from './script.ts'

const plainAscii = (text: string) =>
  anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Spellings in Latin letters of one folded word of one script, the likeliest first; at least one, possibly empty. */
export function spell(word: string, script: Script): string[] {
  switch (script) {
    case 'latin':
    case 'digit':
      return [/^[a-z0-9]*$/.test(word) ? word : plainAscii(word)]
    case 'cyrillic':
      return [plainAscii(romaniseCyrillic(word))]
    case 'greek':
      return [plainAscii(romaniseGreek(word))]
    case 'arabic':
      return [spellingOf(phonesOfArabic(word))]
    case 'hebrew':
      return [spellingOf(phonesOfHebrew(word))]
    case 'devanagari':
      return [plainAscii(romaniseDevanagari(word))]
    case 'hangul':
      return romaniseHangul(word)
    case 'kana':
      return [romaniseKana(word)]
    case 'han':
      return [romaniseHan(simplify(word))]
    default:
      return [plainAscii(word)]
  }
}
