// Hangul as the South's romanisation spells it, and as the North and older books do.
import { tableOf, wordsOf } from './table.ts'

const onsets = wordsOf('g kk n d tt r m b pp s ss - j jj ch k t p h')
const onsetsNorth = wordsOf('k kk n t tt r m p pp s ss - j jj ch kh th ph h')
const nuclei = wordsOf('a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i')
const nucleiNorth = wordsOf('a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i')
const codas = wordsOf('- k k k n n n t l k m l l l p l m p p t t ng t t k t p t')
const first = 0xac00
const last = 0xd7a3

const compound = new Set(wordsOf('남궁 황보 제갈 사공 선우 서문 독고 동방'))
/** Surnames that are spelt otherwise than they are said. */
const surnames = tableOf(
  '이 lee,yi,ri 리 ri,lee 박 park,pak 임 lim,im,rim 림 rim,lim 노 roh,no 로 ro,roh 유 yoo,yu,ryu 류 ryu,yoo 양 yang,ryang 량 ryang 최 choi,choe 나 na,ra 라 ra,na 여 yeo,ryo 오 oh,o 우 woo,u 조 cho,jo 정 jung,jong,chung 김 kim',
)

function spell(word: string, on: readonly string[], vowel: readonly string[]): string {
  return [...word]
    .map(letter => {
      const at = letter.charCodeAt(0) - first
      if (at < 0 || letter.charCodeAt(0) > last) return ''
      const parts = [on[Math.floor(at / 588)], vowel[Math.floor((at % 588) / 28)], codas[at % 28]]
      return parts.map(part => (part === '-' ? '' : part)).join('')
    })
    .join('')
}

export const romaniseHangul = (word: string): string[] => [
  spell(word, onsets, nuclei),
  spell(word, onsetsNorth, nucleiNorth),
]

/** A Korean's name in one run: the surname with its spellings and the given name. */
export function partHangul(run: string): { text: string; spellings: string[] }[] {
  const length = run.length > 3 && compound.has(run.slice(0, 2)) ? 2 : 1
  if (run.length < 2 || run.length > 4) return [{ text: run, spellings: romaniseHangul(run) }]
  const [surname, given] = [run.slice(0, length), run.slice(length)]
  const known = surnames.get(surname)?.split(',')
  return [
    { text: surname, spellings: known ?? romaniseHangul(surname) },
    { text: given, spellings: romaniseHangul(given) },
  ]
}
