// The entry point for all transliterations.
import anyAscii from 'any-ascii'
import { phonesOfArabic, phonesOfHebrew, spellingOf } from './romanise-abjad.ts'
import { romaniseGreek } from './romanise-greek.ts'
import { romaniseHan, simplify } from './romanise-han.ts'
import { romaniseHangul } from './romanise-hangul.ts'
import type { Script } from './script.ts'
import { tableOf } from './table.ts'

// Kana by Hepburn; long vowels are written once.
const syllables =
  tableOf(`ア a イ i ウ u エ e オ o カ ka キ ki ク ku ケ ke コ ko サ sa シ shi ス su セ se ソ so タ ta チ chi ツ tsu テ te
  ト to ナ na ニ ni ヌ nu ネ ne ノ no ハ ha ヒ hi フ fu ヘ he ホ ho マ ma ミ mi ム mu メ me モ mo ヤ ya ユ yu ヨ yo ラ ra リ ri ル ru
  レ re ロ ro ワ wa ヰ i ヱ e ヲ o ン n ガ ga ギ gi グ gu ゲ ge ゴ go ザ za ジ ji ズ zu ゼ ze ゾ zo ダ da ヂ ji ヅ zu デ de ド do
  バ ba ビ bi ブ bu ベ be ボ bo パ pa ピ pi プ pu ペ pe ポ po ヴ vu ヷ va ヸ vi ヹ ve ヺ vo`)
const small = tableOf('ァ a ィ i ゥ u ェ e ォ o ャ ya ュ yu ョ yo ヮ wa')

function romaniseKana(word: string): string {
  let out = ''
  let isDouble = false
  for (const letter of word.replace(/[ぁ-ゖ]/g, kana => String.fromCharCode(kana.charCodeAt(0) + 0x60))) {
    if (letter === 'ッ') {
      isDouble = true
      continue
    }
    const glide = small.get(letter)
    if (glide !== undefined) {
      const stem = out.replace(/[aeiou]$/, '')
      // キャ kya, シャ sha, ファ fa, ティ ti.
      out = stem + (/(?:sh|ch|j)$/.test(stem) ? glide.replace(/^y/, '') : glide)
      continue
    }
    const sound = syllables.get(letter) ?? ''
    out += isDouble && sound ? sound[0] + sound : sound
    isDouble = false
  }
  return out
}

// Devanagari with its inherent vowel, which is silent at the end of a word and between syllables with a sounded vowel.
const consonants =
  tableOf(`क k ख kh ग g घ gh ङ n च ch छ chh ज j झ jh ञ n ट t ठ th ड d ढ dh ण n त t थ th द d ध dh न n प p फ ph
  ब b भ bh म m य y र r ल l व v श sh ष sh स s ह h ळ l क़ q ख़ kh ग़ gh ज़ z ड़ r ढ़ rh फ़ f`)
const vowels = tableOf('अ a आ a इ i ई i उ u ऊ u ऋ ri ए e ऐ ai ओ o औ au ऑ o ऍ e')
const signs = tableOf('ा a ि i ी i ु u ू u ृ ri े e ै ai ो o ौ au ॉ o ॅ e')
const virama = '्'

function romaniseDevanagari(word: string): string {
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

// Russian in the spelling of passports, with the letters of Ukrainian, Belarusian, Bulgarian, Serbian, Kazakh and their
// neighbours.
const letters =
  tableOf(`а a б b в v г g ґ g д d е e ё yo є ye ж zh з z и i і i ї yi й y ј y к k л l љ l м m н n њ n о o п p р r
  с s т t ћ c ђ dj у u ў u ф f х kh ц ts ч ch џ j ш sh щ shch ъ - ы y ь - э e ю yu я ya
  ә a ғ g қ k ң n ө o ұ u ү u һ h ҳ h ҷ j ҹ j ӣ i ӯ u ӑ a ӗ e ҫ s ҙ z ӳ u ѓ g ќ k ѕ dz ѐ e ѝ i ѣ e ӏ -`)

function romaniseCyrillic(word: string): string {
  return [...word.replaceAll('чж', 'ж').replaceAll('дж', 'џ')]
    .map(letter => letters.get(letter) ?? letter)
    .join('')
    .replace(/(?:iy|yy|ii)$/, 'y')
    .replaceAll('ks', 'x')
}

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
