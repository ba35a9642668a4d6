// Chinese by Pinyin with the readings of surnames, and their spellings outside the mainland.

import traditionalToSimplified from 'opencc-js/dict/TSCharacters'
import { lazyRequire } from '#server/platform/process/lazy-require.ts'
import { doubleSurnames, surnameElsewhere, surnameSound } from './han-readings.ts'

const library = lazyRequire<typeof import('pinyin-pro')>('pinyin-pro')

let pairs: Map<string, string> | undefined
function simple(): Map<string, string> {
  pairs ??= new Map(
    traditionalToSimplified.split('|').flatMap(pair => {
      const [from, to] = pair.split(' ')
      return from && to ? [[from, to] as const] : []
    }),
  )
  return pairs
}

/** Converts traditional characters to simplified ones. */
export const simplify = (text: string): string => [...text].map(char => simple().get(char) ?? char).join('')

/** Syllables of Pinyin without tones, ü as u; characters without a reading are left out. */
function syllables(text: string): string[] {
  const all: string[] = library().pinyin(text, { toneType: 'none', type: 'array', nonZh: 'removed' })
  return all.map(syllable => syllable.normalize('NFD').replace(/[^a-z]/g, ''))
}

export const romaniseHan = (text: string): string => syllables(text).join('')

/** `tsai ing wen`: Pinyin converted to Wade–Giles, without apostrophes. */
function wadeGiles(sound: string): string {
  return sound
    .replace(/^(?:zhi|chi)$/, 'chih')
    .replace(/^(z|c|s)i$/, (_, c: string) => ({ z: 'tzu', c: 'tzu', s: 'ssu' })[c] ?? '')
    .replace(/^(?:zh|j|q)/, 'ch')
    .replace(/^x/, 'hs')
    .replace(/^(?:z|c(?!h))/, 'ts')
    .replace(/^b/, 'p')
    .replace(/^d/, 't')
    .replace(/^g/, 'k')
    .replace(/^r/, 'j')
    .replace(/ong$/, 'ung')
    .replace(/ian$/, 'ien')
    .replace(/^yan$/, 'yen')
    .replace(/^yi$/, 'i')
    .replace(/^you$/, 'yu')
}

/** Splits a Chinese name in one run into surname and given name, each with its spellings. */
export function partHan(run: string): { text: string; spellings: string[] }[] {
  const letters = [...simplify(run)]
  const plain = letters.join('')
  if (letters.length < 2 || letters.length > 4) return [{ text: plain, spellings: [romaniseHan(plain)] }]
  const length = letters.length > 2 && doubleSurnames.has(letters.slice(0, 2).join('')) ? 2 : 1
  const surname = letters.slice(0, length).join('')
  const given = letters.slice(length).join('')
  const said = surnameSound.get(surname)?.split(',') ?? [romaniseHan(surname)]
  const elsewhere = surnameElsewhere.get(surname)?.split(',') ?? []
  const sounds = syllables(given)
  const spelt = [sounds.join("'"), sounds.map(wadeGiles).join("'")]
  return [
    { text: surname, spellings: [...new Set([...said, ...elsewhere])] },
    { text: given, spellings: [...new Set(spelt)] },
  ]
}
