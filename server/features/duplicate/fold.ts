import anyAscii from 'any-ascii'
import type { MergeNoun } from '#contract/noun.ts'

const han = /\p{Script=Han}/u
const foreign = /(?!\p{Script=Latin})\p{L}/u
const hanRuns = /\p{Script=Han}+/gu
const compoundSurnames = new Set([
  '欧阳',
  '司马',
  '上官',
  '诸葛',
  '东方',
  '皇甫',
  '尉迟',
  '公孙',
  '慕容',
  '司徒',
  '令狐',
  '歐陽',
  '司馬',
])
const legalForms = new Set(
  'inc incorporated ltd limited llc llp plc corp corporation co company companies group holdings holding gmbh ag sa spa nv bv ab oy as kg pte pty srl oao ooo pao zao jsc ojsc the and of'.split(
    ' ',
  ),
)
const legalHan = /(股份)?有限(责任|責任)?公司|集团公司|集團公司|总公司|集团|集團|公司/g

/** A name as it is compared: `text` folded in its own script, the rest in Latin letters. */
export type Folded = { text: string; words: string[]; sorted: string; joined: string; isHan: boolean; isLatin: boolean }
export type NameKind = MergeNoun

/** Compatibility forms, lower case, no accents, punctuation as blanks. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Chinese names of persons are a surname and a given name, each one word; other runs of Chinese are one word. */
function latinRun(run: string, kind: NameKind): string {
  const letters = [...run]
  const latin = (part: string[]) => part.map(letter => anyAscii(letter)).join('')
  if (kind !== 'person' || letters.length < 2 || letters.length > 4) return latin(letters)
  const surname = letters.length > 2 && compoundSurnames.has(letters.slice(0, 2).join('')) ? 2 : 1
  return `${latin(letters.slice(0, surname))} ${latin(letters.slice(surname))}`
}

export function foldName(name: string, kind: NameKind): Folded {
  const text = foldText(kind === 'og' ? name.normalize('NFKC').replace(legalHan, '') || name : name)
  const latin = foldText(anyAscii(text.replace(hanRuns, run => ` ${latinRun(run, kind)} `)))
  const all = latin.split(' ').filter(Boolean)
  const own = kind === 'og' ? all.filter(word => !legalForms.has(word)) : all
  const words = own.length > 0 ? own : all
  return {
    text,
    words,
    sorted: words.toSorted().join(' '),
    joined: words.join(''),
    isHan: han.test(text),
    isLatin: !foreign.test(text),
  }
}

/** The host of an address without `www.`, and its path without what only counts visits. */
export function foldAddress(address: string): { host: string; path: string } | undefined {
  try {
    const { hostname, pathname } = new URL(address.includes('://') ? address : `https://${address}`)
    return { host: hostname.toLowerCase().replace(/^www\d?\./, ''), path: pathname.toLowerCase().replace(/\/+$/, '') }
  } catch {
    return undefined
  }
}

/** An account as people write it: `@Name`, `https://x.com/name`, `name`. */
export function foldAccount(text: string): string {
  const last =
    text
      .trim()
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? ''
  return last.replace(/^@/, '').normalize('NFKC').toLowerCase().replaceAll('_', ' ').trim()
}

/** Digits of a telephone number; too few tell nothing. */
export function foldPhone(text: string): string {
  const digits = text.normalize('NFKC').replace(/\D/g, '')
  return digits.length < 6 ? '' : digits.slice(-10)
}
