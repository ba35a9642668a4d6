// Devanagari with its inherent vowel, which is silent at the end of a word and between syllables with a sounded vowel.
import { tableOf } from './table.ts'

const consonants =
  tableOf(`क k ख kh ग g घ gh ङ n च ch छ chh ज j झ jh ञ n ट t ठ th ड d ढ dh ण n त t थ th द d ध dh न n प p फ ph
  ब b भ bh म m य y र r ल l व v श sh ष sh स s ह h ळ l क़ q ख़ kh ग़ gh ज़ z ड़ r ढ़ rh फ़ f`)
const vowels = tableOf('अ a आ a इ i ई i उ u ऊ u ऋ ri ए e ऐ ai ओ o औ au ऑ o ऍ e')
const signs = tableOf('ा a ि i ी i ु u ू u ृ ri े e ै ai ो o ौ au ॉ o ॅ e')
const virama = '्'

export function romaniseDevanagari(word: string): string {
  const letters = [...word.normalize('NFC')]
  const syllables: { onset: string; vowel: string | undefined }[] = []
  for (const letter of letters) {
    const last = syllables.at(-1)
    const consonant = consonants.get(letter)
    const sign = signs.get(letter)
    if (consonant !== undefined) syllables.push({ onset: consonant, vowel: undefined })
    else if (sign !== undefined && last) last.vowel = sign
    else if (letter === virama && last) last.vowel = ''
    else if (letter === '़' && last) last.onset = { j: 'z', ph: 'f', d: 'r', k: 'q' }[last.onset] ?? last.onset
    else if ((letter === 'ं' || letter === 'ँ') && last) syllables.push({ onset: 'n', vowel: '' })
    else syllables.push({ onset: vowels.get(letter) ?? '', vowel: '' })
  }
  return syllables
    .map(({ onset, vowel }, n) => {
      if (vowel !== undefined) return onset + vowel
      const before = syllables[n - 1]
      const after = syllables[n + 1]
      const isLast = n === syllables.length - 1 && n > 0
      const isBetween = n > 1 && before?.vowel !== '' && after !== undefined && (after.vowel ?? '') !== ''
      return onset + (isLast || isBetween ? '' : 'a')
    })
    .join('')
}
