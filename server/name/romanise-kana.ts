// Kana by Hepburn; long vowels are written once.
import { tableOf } from './table.ts'

const syllables =
  tableOf(`ア a イ i ウ u エ e オ o カ ka キ ki ク ku ケ ke コ ko サ sa シ shi ス su セ se ソ so タ ta チ chi ツ tsu テ te
  ト to ナ na ニ ni ヌ nu ネ ne ノ no ハ ha ヒ hi フ fu ヘ he ホ ho マ ma ミ mi ム mu メ me モ mo ヤ ya ユ yu ヨ yo ラ ra リ ri ル ru
  レ re ロ ro ワ wa ヰ i ヱ e ヲ o ン n ガ ga ギ gi グ gu ゲ ge ゴ go ザ za ジ ji ズ zu ゼ ze ゾ zo ダ da ヂ ji ヅ zu デ de ド do
  バ ba ビ bi ブ bu ベ be ボ bo パ pa ピ pi プ pu ペ pe ポ po ヴ vu ヷ va ヸ vi ヹ ve ヺ vo`)
const small = tableOf('ァ a ィ i ゥ u ェ e ォ o ャ ya ュ yu ョ yo ヮ wa')

export function romaniseKana(word: string): string {
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
