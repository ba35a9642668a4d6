import { hanGiven, hanSurnames, legalForms, spelledGiven, spelledSurnames } from './common-names.ts'

const isHan = (text: string) => /^\p{Script=Han}+$/u.test(text)

/** Whether a person's name, in its compared form, is common. */
export function isCommonName(key: string): boolean {
  const letters = [...key]
  if (isHan(key)) {
    if (letters.length <= 2) return true
    const [surname = '', ...given] = letters
    return letters.length === 3 && hanSurnames.has(surname) && given.every(letter => hanGiven.has(letter))
  }
  const words = key.split(/[\s·・]+/u).filter(Boolean)
  if (words.length < 2) return true
  const [first = '', last = ''] = [words[0], words.at(-1)]
  // A Chinese name in Latin letters: one spelling represents many names, whichever of the two words is the surname.
  if (words.length === 2 && (isSpelled(first, last) || isSpelled(last, first))) return true
  return spelledGiven.has(first) && spelledSurnames.has(last)
}

/** One or two syllables of Pinyin after a surname in Pinyin. */
function isSpelled(surname: string, given: string): boolean {
  return spelledSurnames.has(surname) && pinyin.test(given) && given.length <= 12
}
const pinyin =
  /^(?:(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|an|ao|ei|en|er|ia|ie|in|iu|ou|ua|ue|ui|un|uo|[aeiouü])-?){1,2}$/u

/** The weight of an organisation's name alone, in points of `evidence.ts`. */
export function weightOfOgName(key: string): number {
  const units = isHan(key) ? Math.floor([...key].length / 2) : key.split(/\s+/u).filter(Boolean).length
  const hasForm = legalForms.test(key)
  if (hasForm && units >= (isHan(key) ? 3 : 2)) return 5
  if (units >= (isHan(key) ? 4 : 4)) return 5
  return units >= 2 ? 2.5 : 0
}
