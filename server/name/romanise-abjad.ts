// Arabic (with Persian, Urdu, Kurdish letters) and Hebrew: consonants, and capitals for letters that may be a vowel: A
// (alif, alef), W (waw, vav), Y (ya, yod), E (ayn), H (a final h or t that is often silent).
import { tableOf } from './table.ts'

const arabic =
  tableOf(`ا A ب b پ p ت t ث T ج J چ C ح h خ X د d ذ D ر r ز z ژ Z س s ش S ص s ض D ط t ظ D ع E غ G ف f ق k ك k گ g
  ل l م m ن n ه h ة H و W ي Y ء - ں n ے Y ٹ t ڈ d ڑ r ڤ v ڭ g ۆ W ێ Y ڵ l ڕ r ە A ۇ W ۋ v ټ t ډ d ړ r ږ z ښ S ڼ n څ c ځ z ګ g`)
const hebrew = tableOf(
  'א A ב b ג g ד d ה H ו W ז z ח h ט t י Y כ k ך k ל l מ m ם m נ n ן n ס s ע E פ p ף f צ c ץ c ק k ר r ש S ת t',
)

const strong = (table: Map<string, string>) => (word: string) =>
  [...word]
    .map(letter => table.get(letter) ?? '')
    .join('')
    .replace(/([a-zCDGJSTXZ])\1+/g, '$1')

export const phonesOfArabic = strong(arabic)
export const phonesOfHebrew = strong(hebrew)

const vowels: Record<string, string> = {
  A: 'a',
  W: 'u',
  Y: 'i',
  E: 'a',
  H: 'a',
  T: 'th',
  D: 'dh',
  X: 'kh',
  S: 'sh',
  Z: 'zh',
}
const sounds: Record<string, string> = { ...vowels, C: 'ch', G: 'gh', c: 'ts', J: 'j' }

/**
 * A spelling for display and indexing, with an `a` between two consonants: not what a person would write, but similar.
 */
export function spellingOf(phones: string): string {
  const isVowel = (phone: string | undefined) => phone !== undefined && 'AWYEH'.includes(phone)
  let out = ''
  for (const [n, phone] of [...phones].entries()) {
    const before = phones[n - 1]
    if (n > 0 && !isVowel(before) && !isVowel(phone)) out += 'a'
    out += sounds[phone] ?? phone
  }
  return out
}
